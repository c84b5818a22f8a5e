import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import * as home from '../support/home.ts';
import {
  ADA,
  fakeApi,
  generated,
  imageUrl,
  openPage,
  postCalls,
  press,
  signIn,
  storedThumbnail,
} from '../support/site.tsx';
import { deferred, json, lostConnection, refusal, deferredReply } from '../support/fake-api.ts';

/** The code that reads a failure loads with the first one, so a failure may come after another version's thumbnail. */
const findTwoFailures = () =>
  waitFor(() => {
    const failures = screen.getAllByRole('alert').map(({ textContent }) => textContent);
    expect(failures).toHaveLength(2);
    return failures;
  });

describe('three versions', () => {
  it('are three generations of one request, shown side by side and added to the history', async () => {
    const calls = await home.startVersions();

    expect(await screen.findByText('3 of 3 are ready')).toBeTruthy();
    const ids = postCalls(calls).map(home.readId);
    expect(new Set(ids).size).toBe(3);
    for (const { body } of postCalls(calls)) expect(body).toMatchObject({ ...home.RECORD, userId: ADA.id });
    const images = [1, 2, 3].map((n) => screen.getByAltText<HTMLImageElement>(`Version ${n}`).src);
    expect(images).toEqual(ids.map(imageUrl));
    expect(home.storedIds().toSorted()).toEqual(['a', ...ids].toSorted());
    expect(screen.getByRole('button', { name: 'Export three' })).toBeTruthy();
    expect(home.storedRuns()).toEqual([]);
    expect(screen.getByText('Done')).toBeTruthy();
  });

  it('are made of the prompt in the box, not of the thumbnail in the preview', async () => {
    const calls = await home.openWithThumbnail({ readCredits: () => json({ credits: 6 }) });
    await screen.findByText('6');
    home.chooseThree();
    expect(screen.getByRole('button', { name: 'Generate', description: '6 credits' })).toBeTruthy();
    home.generate('another idea');

    expect(await screen.findByText('3 of 3 are ready')).toBeTruthy();
    const prompts = postCalls(calls).map(({ body }) => (body as { prompt: string }).prompt);
    expect(prompts).toEqual(['another idea', 'another idea', 'another idea']);
  });

  it('arrive one by one, while the form is disabled', async () => {
    const replies = [
      deferredReply<'generateThumbnail'>(),
      deferredReply<'generateThumbnail'>(),
      deferredReply<'generateThumbnail'>(),
    ];
    let next = 0;
    const calls = await home.startVersions({
      generateThumbnail: () => replies[next++]?.promise ?? lostConnection(),
    });
    await waitFor(() => expect(postCalls(calls)).toHaveLength(3));
    expect(await screen.findByText('0 of 3 are ready')).toBeTruthy();
    expect(screen.getByText('Generating')).toBeTruthy();
    expect(home.generateButton().disabled).toBe(true);
    replies[1]?.resolve(generated('second'));

    expect(await screen.findByText('1 of 3 are ready')).toBeTruthy();
    expect(screen.getByAltText('Version 2')).toHaveProperty('src', imageUrl('second'));
    expect(screen.getByRole('button', { name: 'Export one' })).toBeTruthy();
    expect(home.preview().getAttribute('aria-busy')).toBe('true');
    for (const reply of replies) reply.resolve(generated('other'));
    expect(await screen.findByText('3 of 3 are ready')).toBeTruthy();
    expect(screen.queryByText('Your thumbnail has arrived in Previous Thumbnails.')).toBeNull();
  });

  it('name the failed versions, with the reason', async () => {
    let count = 0;
    await home.startVersions({
      generateThumbnail: () => {
        count += 1;
        if (count === 1) return refusal('insufficient_credits');
        if (count === 2) return refusal('model_unavailable', { charge: 'refunded' });
        return generated('c');
      },
    });

    expect(await screen.findByText('1 of 3 are ready')).toBeTruthy();
    const [first, second] = await findTwoFailures();
    expect(first).toBe('Version 1 failedYou have run out of credits.Buy More CreditsTry again');
    expect(second).toContain('Version 2 failedThe image models are busy; no credit was taken.');
    expect(screen.getByAltText('Version 3')).toBeTruthy();
    expect(screen.getByText('Done')).toBeTruthy();
  });

  it('are not started when the balance pays only some of them', async () => {
    const calls = await home.openWithThumbnail();
    await screen.findByText('5');
    home.chooseThree();
    home.pressGenerate();

    const message = await screen.findByText(/^Three versions cost/);
    expect(message.parentElement?.textContent).toBe(
      'Three versions cost 6 credits, and you have 5. Buy More Credits',
    );
    expect(postCalls(calls)).toEqual([]);
    press('Make one');
    await waitFor(() => expect(postCalls(calls)).toHaveLength(1));
    expect(postCalls(calls)[0]?.body).toMatchObject(home.RECORD);
    expect(postCalls(calls)[0]?.body).not.toHaveProperty('setId');
  });

  it('become one image, also if Make one is pressed twice', async () => {
    const calls = await home.openWithThumbnail();
    await screen.findByText('5');
    home.chooseThree();
    home.pressGenerate();
    const button = await screen.findByRole('button', { name: 'Make one' });
    // The message is still there while it fades.
    fireEvent.click(button);
    fireEvent.click(button);

    await home.waitForPrevious(2);
    expect(postCalls(calls)).toHaveLength(1);
  });

  it('offer no single image that the balance does not pay', async () => {
    await home.openWithThumbnail({ readCredits: () => json({ credits: 1 }) });
    await screen.findByText('1', { selector: 'header *' });
    home.chooseThree();
    home.pressGenerate();

    expect(await screen.findByText('Three versions cost 6 credits, and you have 1.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Make one' })).toBeNull();
  });

  it('ask once whether they may replace the oldest thumbnails', async () => {
    const calls = await home.openWithThumbnail({ readCredits: () => json({ credits: 9 }) }, ['a', 'b', 'c']);
    await screen.findByText('9');
    home.chooseThree();
    home.pressGenerate();
    const dialog = within(await screen.findByRole('dialog', { name: 'Warning!' }));
    expect(dialog.getAllByRole('img')).toHaveLength(2);
    expect(dialog.getByText(/The three versions take the place of the oldest two,/)).toBeTruthy();
    expect(postCalls(calls)).toEqual([]);
    fireEvent.click(dialog.getByRole('button', { name: 'Continue' }));

    expect(await screen.findByText('3 of 3 are ready')).toBeTruthy();
    const ids = postCalls(calls).map(home.readId);
    expect(home.storedIds().toSorted()).toEqual(['c', ...ids].toSorted());
  });

  it('can be viewed large, and viewed side by side again', async () => {
    const calls = await home.startVersions();
    await screen.findByText('3 of 3 are ready');
    press('Show version 2 large');

    expect((await home.findImage()).src).toBe(imageUrl(postCalls(calls).map(home.readId)[1] ?? ''));
    fireEvent.click(await screen.findByRole('button', { name: 'Back to the versions' }));
    expect(await screen.findByText('3 of 3 are ready')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Back to the versions' })).toBeNull();
  });

  it('are resumed after a reload, each by its own id', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    home.storeRuns(['g1', 'g2', 'g3']);
    fakeApi({
      readThumbnail: (call) =>
        call.url.endsWith('/g2')
          ? json(
              storedThumbnail('g2', {
                status: 'failed',
                url: undefined,
                code: 'content_filtered',
                charge: 'refunded',
              }),
            )
          : call.url.endsWith('/g3')
            ? refusal('not_found')
            : home.readRecord(call),
    });
    signIn();
    openPage();

    expect(await screen.findByText('1 of 3 are ready')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(15_000)); // The third request may still arrive.
    const failures = await findTwoFailures();
    expect(failures[0]).toContain(
      'Version 2 failedThe image model declined this prompt; no credit was taken.',
    );
    expect(failures[1]).toContain('Version 3 failedIt was not started; no credit was taken.');
    await waitFor(() => expect(home.storedIds()).toEqual(['g1']));
    expect(home.storedRuns()).toEqual([]);
  });

  it('give way to the next generation', async () => {
    await home.startVersions();
    await screen.findByText('3 of 3 are ready');
    fireEvent.click(screen.getByRole('radio', { name: 'One image' }));
    home.generate('a city');
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Continue' }));

    expect(await home.findImage()).toBeTruthy();
    expect(screen.queryByText('3 of 3 are ready')).toBeNull();
    expect(home.previousButtons()).toHaveLength(4);
  });

  it('keep their prompt for Another when another generation was started meanwhile', async () => {
    const reply = deferred<undefined>();
    let isFirst = true;
    const calls = await home.startVersions(
      {
        generateThumbnail: async (call) => {
          if (isFirst) await reply.promise;
          return generated(home.readId(call));
        },
      },
      20,
    );
    await waitFor(() => expect(postCalls(calls)).toHaveLength(3));
    fireEvent.click(await screen.findByRole('button', { name: 'Stop waiting' }));
    isFirst = false;
    fireEvent.click(screen.getByRole('radio', { name: 'One image' }));
    home.generate('a city');
    await home.waitForPrevious(2);
    expect(home.storedRuns().map(({ id }) => id)).toEqual(postCalls(calls).slice(0, 3).map(home.readId));
    reply.resolve(undefined);
    await waitFor(() => expect(home.previousButtons().at(-1)?.title).toBe(home.RECORD.prompt));
    expect(await screen.findAllByText('Your thumbnail has arrived in Previous Thumbnails.')).toBeTruthy();
    await waitFor(() => expect(home.storedRuns()).toEqual([]));
    fireEvent.click(home.previousButtons().at(-1) ?? document.body);
    press(/^Another/);
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Continue' }));

    await waitFor(() => expect(postCalls(calls)).toHaveLength(5));
    expect(postCalls(calls).at(-1)?.body).toMatchObject(home.RECORD);
  });
});
