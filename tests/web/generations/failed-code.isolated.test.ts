import { expect, it, vi } from 'vitest';
import { begin, generations } from '../../../web/src/generations/generations.ts';
import { markInput } from '../../../web/src/generations/mark-input.ts';
import { ADA, signIn } from '../support/site.tsx';

vi.mock('../../../web/src/generations/follower.ts', () => Promise.reject(new TypeError('Failed to fetch')));

const INPUT = { baseId: 'thumbnail', operation: { kind: 'upscale' } } as const;
const press = () => begin({ kind: 'edit', userId: ADA.id, thumbnailId: 'thumbnail', input: INPUT });
const ended = () =>
  vi.waitFor(() => {
    const all = [...generations.get().all.values()];
    expect(all.every(({ end }) => end !== undefined)).toBe(true);
    return all.map(({ id, end }) => [id, end?.error]);
  });

it('nothing was taken for an edit whose code could not be loaded', async () => {
  signIn();
  press();

  expect(await ended()).toMatchObject([[expect.any(String), { charge: 'none' }]]);
});

it('an edit that an earlier page has requested stays unknown, at each press, while the code cannot be loaded', async () => {
  const stored = { id: 'e1', kind: 'edit', userId: ADA.id, batchId: 'e1', startedAt: 1, isWatched: false };
  const mark = markInput('edit', INPUT);
  localStorage.setItem('pendingGenerations', JSON.stringify([{ ...stored, thumbnailId: 'thumbnail', mark }]));
  signIn();
  expect(await ended()).toMatchObject([['e1', { name: 'ConnectionError' }]]);

  press();

  expect(await ended()).toMatchObject([['e1', { name: 'ConnectionError' }]]);
  expect(localStorage.getItem('pendingGenerations')).toContain('e1');
});
