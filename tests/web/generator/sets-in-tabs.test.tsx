import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { json, refusal } from '../support/fake-api.ts';
import type { Reply } from '../support/fake-api.ts';
import * as home from '../support/home.ts';
import { readBodies, reload, retry, startWithFailure } from '../support/sets.tsx';
import { generated, listedThumbnail, postCalls, press } from '../support/site.tsx';

describe('a set whose failed image another tab has asked for again', () => {
  /** Fails the second image, and asks for it again. @returns what this browser had stored before, as another tab knows it */
  async function retryInAnotherTab(...failure: Parameters<typeof startWithFailure>) {
    const calls = await startWithFailure(...failure);
    const before = localStorage.getItem('pendingGenerations') ?? '';
    await retry(2);
    await screen.findByText('3 of 3 are ready');
    return { bodies: readBodies(calls), before };
  }

  it.each([
    ['no model made', undefined],
    ['was one request too many', () => refusal('too_many_requests')],
  ])('asks under the same id for what %s, so that it is paid once', async (_, fail) => {
    const { bodies, before } = await retryInAnotherTab(fail);
    const { setId = '' } = bodies.at(0);
    const listed = [bodies.at(2), bodies.at(0)].map(({ generationId }) =>
      listedThumbnail(generationId, { ...home.RECORD, setId }),
    );
    localStorage.setItem('pendingGenerations', before);
    const again = reload({ listThumbnails: () => json({ thumbnails: listed }) });
    await screen.findByText('2 of 3 are ready');
    await retry(2);
    await screen.findByText('3 of 3 are ready');

    expect(readBodies(again).bodies).toEqual([bodies.at(3)]);
  });

  it.each([
    ['had no credits', () => refusal('insufficient_credits')],
    ['a firewall refused', () => json({ message: 'Forbidden' }, 403) as Reply<never>],
  ])(
    'keeps the id of a retry that %s, so that a tab that knows nothing of it does not pay again',
    async (_, refuse) => {
      let count = 0;
      const calls = await home.startVersions({
        generateThumbnail: (call) => {
          count += 1;
          if (count === 2) return refusal('model_unavailable', { charge: 'refunded' });
          return count === 4 ? refuse() : generated(home.readId(call));
        },
      });
      await screen.findByText('2 of 3 are ready');
      await retry(2);
      await waitFor(() => expect(postCalls(calls)).toHaveLength(4));
      await retry(2);
      await screen.findByText('3 of 3 are ready');
      const { bodies } = readBodies(calls);

      expect(bodies.slice(4)).toEqual([bodies[3]]);
    },
  );

  it('shows the image in its place when it arrives', async () => {
    const { bodies, before } = await retryInAnotherTab();
    const { setId = '' } = bodies.at(0);
    const listed = [bodies.at(2), bodies.at(3), bodies.at(0)].map(({ generationId }) =>
      listedThumbnail(generationId, { ...home.RECORD, setId }),
    );
    localStorage.setItem('pendingGenerations', before);
    reload({ listThumbnails: () => json({ thumbnails: listed }) });

    expect(await screen.findByText('3 of 3 are ready')).toBeTruthy();
  });

  it('does not store the failed image again', async () => {
    await startWithFailure();
    // Another tab has asked for it again, and has got its image.
    localStorage.removeItem('pendingGenerations');
    press('Show version 1 large');
    await home.findImage();

    expect(home.storedRuns()).toEqual([]);
  });

  it('leaves what another tab has stored of the image that it asks for again', async () => {
    await startWithFailure(() => refusal('too_many_requests'));
    const asked = home.storedRuns().map(({ failure: _failure, ...run }) => ({
      ...run,
      startedAt: run.startedAt + 1_000,
    }));
    localStorage.setItem('pendingGenerations', JSON.stringify(asked));
    press('Show version 1 large');
    await home.findImage();

    expect(home.storedRuns()).toEqual(asked);
  });
});
