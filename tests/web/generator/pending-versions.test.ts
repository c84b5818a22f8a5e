import { expect, it } from 'vitest';
import { pendingVersions } from '../../../web/src/features/generator/versions/pending-versions.ts';
import { STORAGE_KEYS } from '../../../web/src/lib/browser-storage.ts';

const PENDING = { userId: 'user-1', generationIds: ['a', 'b'], startedAt: 1 };

it('the stored versions of a tab are loaded as they were saved', () => {
  pendingVersions.save(PENDING);

  expect(pendingVersions.load('user-1')).toEqual(PENDING);
});

it.each([
  null,
  'a',
  7,
  {},
  { ...PENDING, userId: 7 },
  { ...PENDING, generationIds: 'ab' },
  { ...PENDING, generationIds: ['a', 7] },
  { ...PENDING, startedAt: '1' },
])('the stored versions of a tab are not loaded when they are damaged: %j', (value) => {
  pendingVersions.save(PENDING);
  sessionStorage.setItem(STORAGE_KEYS.versions, JSON.stringify(value));

  expect(pendingVersions.load('user-1')).toBeUndefined();
});
