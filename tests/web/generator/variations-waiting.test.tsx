import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { json, deferredReply } from '../support/fake-api.ts';
import type { FakeCall } from '../support/fake-api.ts';
import { IN_LINE, idOf, readRecord, startVersions } from '../support/generations.ts';
import { postCalls, press, storedThumbnail } from '../support/site.tsx';

describe('three versions that wait in line', () => {
  it('show their places, and can be canceled one by one', async () => {
    let ahead = 2;
    let credits = 9;
    const isCancel = ({ url }: FakeCall) => url.endsWith('/cancel');
    const calls = await startVersions(
      {
        readCredits: () => json({ credits: credits-- }),
        generateThumbnail: (call) => {
          const line = { ...IN_LINE, generationId: idOf(call), ahead: ahead++ };
          return json(line, 202);
        },
        readThumbnail: (call) =>
          call.url.endsWith('/a')
            ? readRecord(call)
            : json(storedThumbnail('b', { status: 'waiting', ahead: 0 })),
      },
      9,
    );
    const tile = (name: string) => screen.getByText(name).parentElement?.textContent;

    expect(await screen.findByText('Version 3 waits in line')).toBeTruthy();
    expect(tile('Version 1 waits in line')).toContain('2 ahead of you, about 40 seconds');
    expect(tile('Version 3 waits in line')).toContain('4 ahead of you, about 40 seconds');
    expect(screen.getByText('All models are busy. Cancel returns the credit.')).toBeTruthy();
    expect(screen.getByText('Waiting in line', { selector: '[role=status]' })).toBeTruthy();
    const before = credits;
    press('Cancel version 2');

    expect(await screen.findByText('Version 2 cancelled')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    const secondId = postCalls(calls).slice(0, 3).map(idOf)[1];
    expect(calls.filter(isCancel).map(({ url }) => url)).toEqual([`/api/thumbnails/${secondId}/cancel`]);
    await waitFor(() => expect(credits).toBeLessThan(before));
    expect(screen.getByText('Version 1 waits in line')).toBeTruthy();
    expect(screen.getByText('0 of 3 are ready')).toBeTruthy();
  });

  it('are announced as generating while one of them does not wait', async () => {
    let isFirst = true;
    await startVersions({
      generateThumbnail: (call) => {
        if (!isFirst) return json({ generationId: idOf(call), status: 'waiting', ahead: 0 }, 202);
        isFirst = false;
        return deferredReply<'generateThumbnail'>().promise;
      },
      readThumbnail: (call) =>
        call.url.endsWith('/a')
          ? readRecord(call)
          : json(storedThumbnail('b', { status: 'waiting', ahead: 0 })),
    });
    await screen.findByText('Version 3 waits in line');

    expect(screen.queryByText('Waiting in line', { selector: '[role=status]' })).toBeNull();
  });
});
