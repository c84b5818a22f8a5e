import { describe, expect, it } from 'vitest';
import { STORAGE_KEYS } from '../../../web/src/lib/browser-storage.ts';
import { pendingGeneration, removePending } from '../../../web/src/features/generator/pending-generation.ts';

const PENDING = { userId: 'user-1', generationId: 'a', startedAt: 1 };

describe('the stored generation of a tab', () => {
  it.each([PENDING, { ...PENDING, isInBackground: true }])('is loaded as it was saved: %j', (pending) => {
    pendingGeneration.save(pending);

    expect(pendingGeneration.load('user-1')).toEqual(pending);
  });

  it.each([
    null,
    'a',
    7,
    {},
    { ...PENDING, generationId: 7 },
    { ...PENDING, startedAt: '1' },
    { ...PENDING, isInBackground: 'yes' },
  ])('is not loaded when it is damaged: %j', (value) => {
    pendingGeneration.save(PENDING);
    expect(sessionStorage.getItem(STORAGE_KEYS.generation)).toBe(JSON.stringify(PENDING));

    sessionStorage.setItem(STORAGE_KEYS.generation, JSON.stringify(value));

    expect(pendingGeneration.load('user-1')).toBeUndefined();
  });

  it('is removed when it ends, unless a newer one has replaced it', () => {
    pendingGeneration.save({ ...PENDING, generationId: 'newer' });

    removePending(PENDING);
    expect(pendingGeneration.load('user-1')).toMatchObject({ generationId: 'newer' });

    removePending({ ...PENDING, generationId: 'newer' });
    expect(pendingGeneration.load('user-1')).toBeUndefined();
    removePending(PENDING);
    expect(pendingGeneration.load('user-1')).toBeUndefined();
  });
});
