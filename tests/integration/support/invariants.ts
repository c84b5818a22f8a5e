import { expect } from 'vitest';
import type { Audit } from '../../support/audit.ts';
import { violationsOf } from '../../support/violations.ts';

/** What docs/reliability.md says of one user when nothing is under way. */
export async function expectInvariants(audit: Audit, userId: string): Promise<void> {
  expect(await violationsOf(audit, userId)).toEqual([]);
}
