import { expect } from 'vitest';
import type { Audit } from '../../support/audit.ts';
import { traces, type LeftBehind } from '../../support/left-behind.ts';
import type { Creator } from './creator.ts';

/** What must be so once an account is deleted, however that went. */
export async function expectGone(leftBehind: LeftBehind, audit: Audit, creator: Creator): Promise<void> {
  const { userId, email } = creator;
  expect(await traces(leftBehind, audit, userId)).toEqual([]);
  expect(await leftBehind.everything()).not.toContain(email);
}
