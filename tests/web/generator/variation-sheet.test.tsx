import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createRef } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError, ConnectionError } from '../../../web/src/api/errors.ts';
import VariationSheet from '../../../web/src/features/generator/components/variations/variation-sheet.tsx';
import type { ImageGeneration } from '../../../web/src/generations/generation.ts';
import { deleteLater, undoDeletions } from '../../../web/src/outbox/deletions.ts';
import { designKey, saveRequest } from '../../../web/src/outbox/designs.ts';
import { outbox } from '../../../web/src/outbox/outbox.ts';
import { notify } from '../../../web/src/ui/notify.ts';
import { CUTOUT_LAYER } from '../../support/designs.ts';
import { stubBrowser } from '../finish/support/finish-page.ts';
import { deferred, deferredReply, fakeFetch, json, lostConnection } from '../support/fake-api.ts';
import { fakeCanvas } from '../support/fake-canvas.ts';
import * as home from '../support/home.ts';
import { ADA, fakeApi, imageUrl, lastPart, press, signIn, storedThumbnail } from '../support/site.tsx';

/** The start of a JPEG, an empty comment and its end. */
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xfe, 0, 2, 0xff, 0xd9]);

const thumbnail = (id: string) => ({ id, url: imageUrl(id) });
const run = (id: string, changes: Partial<ImageGeneration> = {}): ImageGeneration => ({
  id,
  kind: 'image',
  userId: ADA.id,
  batchId: 'b1',
  startedAt: Date.now(),
  ...changes,
});
const ready = (id: string) => run(id, { end: { thumbnail: thumbnail(id) } });
const READY = ['a', 'b', 'c'].map(ready);
const LINE = { ahead: 1 };

function open(variations: readonly ImageGeneration[]) {
  const history = home.fakeHistory([{ id: 'b', url: imageUrl('b-renewed') }]);
  const section = createRef<HTMLElement>();
  const generator = { section, show: vi.fn(), cancel: vi.fn(), leave: vi.fn(), isBusy: false };
  const onEditPrompt = vi.fn();
  const form = { openSeries: vi.fn() };
  render(
    <MemoryRouter>
      <VariationSheet {...{ variations, generator, history, onEditPrompt, form }} />
    </MemoryRouter>,
  );
  return { history, generator, onEditPrompt };
}

const tick = (n: number) => fireEvent.click(screen.getByRole('checkbox', { name: `Select version ${n}` }));
const exportButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Export/ });
const bars = () =>
  [...document.querySelectorAll('.variation-bars i')].map((bar) => bar.getAttribute('data-state'));

describe('the sheet of versions', () => {
  it('says what the creator can do with versions that are ready', () => {
    const { history, generator } = open(READY);

    expect(screen.getByText('Press one to see it large. Ticked ones are exported.')).toBeTruthy();
    expect(screen.getByText(/^Files for Test & Compare in YouTube Studio/)).toBeTruthy();
    expect(bars()).toEqual(['ready', 'ready', 'ready']);
    fireEvent.load(screen.getByAltText('Version 1'));
    fireEvent.error(screen.getByAltText('Version 3'));
    press('Show version 1 large');
    expect(history.onImageLoad.mock.calls).toEqual([[thumbnail('a')]]);
    expect(history.onImageError.mock.calls).toEqual([[thumbnail('c')]]);
    expect(generator.show.mock.calls).toEqual([[thumbnail('a')]]);
  });

  it('shows an image from its renewed URL after the URL has expired', () => {
    open(READY);

    expect(screen.getByAltText('Version 2')).toHaveProperty('src', imageUrl('b-renewed'));
    expect(screen.getByAltText('Version 3')).toHaveProperty('src', imageUrl('c'));
  });

  it('exports the ticked versions', () => {
    open(READY);
    expect(exportButton().textContent).toContain('Export three');
    tick(2);
    expect(exportButton().textContent).toContain('Export two');
    tick(1);
    expect(exportButton().textContent).toContain('Export one');
    expect(exportButton().disabled).toBe(false);
    tick(3);
    expect(exportButton().textContent.trim()).toBe('Export');
    expect(exportButton().disabled).toBe(true);

    tick(2);
    expect(exportButton().textContent).toContain('Export one');
    const ticked = screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked);
    expect(ticked).toEqual([false, true, false]);
  });

  it('says that an export has failed, and can repeat it', async () => {
    const reply = deferred<Response | Error>();
    fakeFetch(() => reply.promise);
    const error = vi.spyOn(notify, 'error');
    open(READY);
    fireEvent.click(exportButton());
    expect(exportButton().disabled).toBe(true);
    reply.resolve(lostConnection());

    await waitFor(() => expect(exportButton().disabled).toBe(false));
    expect(error.mock.calls).toEqual([['The export failed. Check your connection and try again.']]);
  });

  it('exports a version after the save of its finish page that was just left', async () => {
    stubBrowser();
    const save = deferredReply<'saveDesign'>();
    const calls = fakeApi({ saveDesign: () => save.promise });
    signIn();
    const request = saveRequest('a', { layers: [], crop: 0.2 });
    outbox.put({ key: designKey('a', 'page'), userId: ADA.id, request, delay: 0 });
    void outbox.send(designKey('a', 'page'));
    const list = () => calls.map(({ method, url }) => `${method} ${url}`);
    await waitFor(() => expect(list()).toEqual(['PUT /api/thumbnails/a/design']));
    open([ready('a')]);
    fireEvent.click(exportButton());
    await import('../../../web/src/api/export-finished.ts');
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(list()).toEqual(['PUT /api/thumbnails/a/design']);
    save.resolve(json({ version: 1 }));

    await waitFor(() => expect(list()).toContain('GET /api/thumbnails/a'));
  });

  it('leaves out a version that the creator deletes, until an Undo', () => {
    open(READY);
    onTestFinished(() => outbox.forget(ADA.id));
    act(() => deleteLater(ADA.id, ['b']));
    expect(screen.getAllByRole('img').map((image) => image.getAttribute('src'))).toEqual(
      ['a', 'c'].map(imageUrl),
    );
    expect(exportButton().textContent).toContain('Export two');
    act(() => undoDeletions(['b']));

    expect(exportButton().textContent).toContain('Export three');
  });

  it('closes when the creator has deleted all versions', () => {
    const { generator } = open(READY);
    onTestFinished(() => outbox.forget(ADA.id));
    act(() => deleteLater(ADA.id, ['a', 'b', 'c']));
    onTestFinished(() => undoDeletions(['a', 'b', 'c']));

    expect(generator.leave.mock.calls).toEqual([[]]);
  });

  it('says that an exported version leaves out a cut-out that is not available', async () => {
    stubBrowser();
    fakeCanvas();
    const mocks = [
      vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob([JPEG]))),
      vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture'),
    ];
    onTestFinished(() => mocks.forEach((mock) => mock.mockRestore()));
    const info = vi.spyOn(notify, 'info');
    const design = { layers: [CUTOUT_LAYER], crop: 0.5 };
    fakeApi({ readThumbnail: (call) => json(storedThumbnail(lastPart(call), { design, designVersion: 1 })) });
    signIn();
    open([ready('a')]);
    fireEvent.click(exportButton());

    await waitFor(() => expect(exportButton().disabled).toBe(false));
    expect(info.mock.calls).toEqual([['The image leaves out a cut-out that is not available.']]);
  });

  it('says that running versions are kept, and which of them wait', () => {
    open([run('a'), run('b', { end: { error: new ConnectionError() } }), ready('c')]);

    expect(screen.getByText('A version that fails is refunded on its own.')).toBeTruthy();
    expect(screen.getByText('You can leave: the versions are kept in All thumbnails.')).toBeTruthy();
    expect(bars()).toEqual(['running', 'failed', 'ready']);
  });

  it('says that a canceled version returns its credit, while a version waits', () => {
    const canceled = run('c', {
      end: { error: new ApiError('generation_canceled', { charge: 'refunded' }) },
    });
    const { generator } = open([run('a', { line: LINE }), run('b'), canceled]);

    expect(screen.getByText('All models are busy. Cancel returns the credit.')).toBeTruthy();
    expect(screen.getByText('Version 1 waits in line').parentElement?.textContent).toContain(
      '1 ahead of you',
    );
    press('Cancel version 1');
    expect(generator.cancel.mock.calls).toEqual([['a']]);
    expect(screen.getByText('Version 3 cancelled').parentElement?.textContent).toContain(
      'Your credit is back.',
    );
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    [
      new ApiError('model_unavailable', { charge: 'refunded' }),
      /^Version 1 failed.*; no credit was taken\.Try again$/,
      1,
    ],
    [new ApiError('internal', { charge: 'returning' }), /if a credit was taken, it comes back within/, 0],
    [new ConnectionError(), /^Version 1 failedThe connection was lost\. If it was finished, /, 0],
  ])('says of %o where the credit is, without the words of a single generation', (error, text, summaries) => {
    open([run('a', { end: { error } })]);

    expect(screen.getByRole('alert').textContent).toMatch(text);
    expect(screen.queryAllByText('No credit was taken.')).toHaveLength(summaries);
  });

  it('does not say that no credit was taken when all were cancelled: it was taken, and it is back', () => {
    const end = { error: new ApiError('generation_canceled', { charge: 'refunded' }) };
    open([run('a', { end }), run('b', { end }), run('c', { end })]);

    expect(screen.getAllByText('Your credit is back.')).toHaveLength(3);
    expect(screen.queryByText('No credit was taken.')).toBeNull();
  });

  it('takes the focus of the button that is no longer there, and no other', () => {
    const field = document.body.appendChild(document.createElement('input'));
    onTestFinished(() => field.remove());
    field.focus();
    open(READY);
    expect(document.activeElement).toBe(field);
    cleanup();
    field.blur();

    open(READY);
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Versions' }));
  });
});
