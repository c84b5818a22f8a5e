import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listFailedRequests } from '../../../web/src/api/read-error.ts';
import { deferredReply, json, lostConnection, refusal } from '../support/fake-api.ts';
import { fakeApi, openLazyPage, postCalls, press, setSession, signIn } from '../support/site.tsx';
import type { SiteHandlers } from '../support/site.tsx';

async function openSupport(handlers: SiteHandlers = {}) {
  const calls = fakeApi(handlers);
  signIn();
  await openLazyPage('/support');
  await screen.findByRole('heading', { name: 'Send a message' });
  return calls;
}
const field = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name });
const write = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
function writeMessage() {
  write('Subject', 'A question');
  write('Message', 'How do I start?');
}

const attach = (file: File) =>
  fireEvent.change(screen.getByLabelText('Attach a picture'), { target: { files: [file] } });

/** Replaces what happy-dom does not have: decoded images and canvases. */
function stubImages(): void {
  vi.stubGlobal('createImageBitmap', () =>
    Promise.resolve({ width: 800, height: 450, close: () => undefined }),
  );
  const context = {
    fillStyle: '',
    fillRect: () => undefined,
    drawImage: () => undefined,
    getImageData: () => new ImageData(1, 1),
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) =>
    done(new Blob(['jpeg'], { type: 'image/jpeg' })),
  );
}

describe('the support page', () => {
  it.each([
    [[], 'Standard', 'within 3 days'],
    [['pro' as const], 'Priority', 'within 24 hours'],
    [['pro' as const, 'elite' as const], 'Dedicated', 'within 4 hours'],
  ])('says before sending when an account with the packs %j gets an answer', async (packs, level, time) => {
    await openSupport({ readCredits: () => json({ credits: 5, packs }) });

    const form = within(screen.getByRole('form', { name: 'Send a message' }));
    expect(await form.findByText(new RegExp(`^Your account has ${level} support`))).toBeTruthy();
    expect(form.getByText(time)).toBeTruthy();
  });

  it('keeps a message that is refused, says what to do, and sends it again with the id of what failed', async () => {
    const earlier = listFailedRequests(); // Of the tests of other files.
    let answer: NonNullable<SiteHandlers['sendSupportMessage']> = () => refusal('internal');
    const calls = await openSupport({ sendSupportMessage: (call) => answer(call) });
    writeMessage();
    press('Send message');

    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(
      'Your message was not sent: Something went wrong on our side. It is still here: send it again.',
    );
    expect([field('Subject').value, field('Message').value]).toEqual(['A question', 'How do I start?']);

    answer = () => json({ level: 'standard', answerHours: 72 });
    press('Send message');
    expect(await screen.findByText('Your message was sent. You get an answer within 3 days.')).toBeTruthy();
    expect([field('Subject').value, field('Message').value]).toEqual(['', '']);
    expect(document.activeElement?.textContent).toBe('Send a message');
    const message = { subject: 'A question', message: 'How do I start?' };
    expect(postCalls(calls).map(({ url, body }) => [url, body])).toEqual([
      ['/api/support-messages', { ...message, requestIds: earlier }],
      ['/api/support-messages', { ...message, requestIds: ['request-1', ...earlier].slice(0, 5) }],
    ]);
  });

  it('keeps the words that are typed while a message is sent, and says that they were not sent', async () => {
    const reply = deferredReply<'sendSupportMessage'>();
    const calls = await openSupport({ sendSupportMessage: () => reply.promise });
    writeMessage();
    press('Send message');
    write('Message', 'How do I start? The error is number 42.');
    reply.resolve(json({ level: 'standard', answerHours: 72 }));
    await screen.findByText(
      'Your message was sent. You get an answer within 3 days. The text that you have typed since then was not sent.',
    );
    expect(postCalls(calls)[0]?.body).toMatchObject({ message: 'How do I start?' });
    cleanup();

    await openLazyPage('/support');
    await screen.findByRole('heading', { name: 'Send a message' });
    expect(field('Message').value).toBe('How do I start? The error is number 42.');
  });

  it('does not say that a message was not sent if its response is lost', async () => {
    await openSupport({ sendSupportMessage: () => lostConnection() });
    writeMessage();
    press('Send message');

    expect((await screen.findByRole('alert')).textContent).toBe(
      'We did not hear whether your message was sent: The connection was lost. It is still here: send it again.',
    );
  });

  it('waits longer for its end than two attempts of the e-mail service take', async () => {
    await openSupport();
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    onTestFinished(() => timeout.mockRestore());
    writeMessage();
    press('Send message');

    await waitFor(() => expect(timeout).toHaveBeenCalled());
    expect(timeout.mock.calls[0]?.[0]).toBeGreaterThan(2 * 6_000);
  });

  it('is empty after a visit to another page when the message was sent', async () => {
    await openSupport({ sendSupportMessage: () => json({ level: 'standard', answerHours: 72 }) });
    writeMessage();
    press('Send message');
    await screen.findByText(/^Your message was sent/);
    cleanup();

    await openLazyPage('/support');
    await screen.findByRole('heading', { name: 'Send a message' });
    expect([field('Subject').value, field('Message').value]).toEqual(['', '']);
  });

  it('has the message again after a visit to another page', async () => {
    await openSupport();
    writeMessage();
    cleanup();

    await openLazyPage('/support');
    await screen.findByRole('heading', { name: 'Send a message' });
    expect([field('Subject').value, field('Message').value]).toEqual(['A question', 'How do I start?']);
  });

  it('sends a picture that the browser has reduced, keeps it after a refusal, and removes it when it was sent', async () => {
    stubImages();
    let answer: NonNullable<SiteHandlers['sendSupportMessage']> = () => refusal('internal');
    const calls = await openSupport({ sendSupportMessage: (call) => answer(call) });
    writeMessage();
    attach(new File(['png'], 'Error.png', { type: 'image/png' }));
    const remove = await screen.findByRole('button', { name: 'Remove the picture' });
    expect(screen.getByText('Error.png')).toBeTruthy();
    press('Send message');
    await screen.findByText(/^Your message was not sent/);

    answer = () => json({ level: 'standard', answerHours: 72 });
    expect(remove.isConnected).toBe(true);
    press('Send message');
    await screen.findByText(/^Your message was sent/);

    expect(screen.queryByText('Error.png')).toBeNull();
    const pictures = postCalls(calls).map(({ body }) => (body as { picture: string }).picture);
    expect(pictures).toEqual([btoa('jpeg'), btoa('jpeg')]);
  });

  it('keeps the message when a file is no picture, and sends it without the file', async () => {
    stubImages();
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('Damaged')));
    const calls = await openSupport({
      sendSupportMessage: () => json({ level: 'standard', answerHours: 72 }),
    });
    writeMessage();
    attach(new File(['text'], 'notes.txt', { type: 'text/plain' }));

    const alert = await screen.findByText('notes.txt could not be read as an image.');
    const input = screen.getByLabelText('Attach a picture');
    expect([input.getAttribute('aria-invalid'), input.getAttribute('aria-describedby')]).toEqual([
      'true',
      alert.id,
    ]);
    expect([field('Subject').value, field('Message').value]).toEqual(['A question', 'How do I start?']);
    press('Send message');
    await screen.findByText(/^Your message was sent/);
    expect(postCalls(calls).map(({ body }) => Object.keys(body as object))).toEqual([
      ['subject', 'message', 'requestIds'],
    ]);
  });

  it('sends a message without a picture that was removed', async () => {
    stubImages();
    const calls = await openSupport({
      sendSupportMessage: () => json({ level: 'standard', answerHours: 72 }),
    });
    writeMessage();
    attach(new File(['png'], 'Error.png', { type: 'image/png' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Remove the picture' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Attach a picture'));
    press('Send message');
    await screen.findByText(/^Your message was sent/);

    expect(postCalls(calls)[0]?.body).not.toHaveProperty('picture');
  });

  it('leads a visitor to the sign-in, and has no form', async () => {
    fakeApi();
    setSession({ status: 'visitor' });
    await openLazyPage('/support');

    expect(await screen.findByText(/^Sign in to send a message/)).toBeTruthy();
    expect(screen.queryByRole('form')).toBeNull();
    const levels = screen.getByRole('region', { name: 'When you get an answer' });
    expect(
      within(levels)
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    ).toEqual(['within 3 days', 'within 24 hours', 'within 4 hours']);
  });
});
