import { expect } from 'vitest';
import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import type { CloudInspector } from '../../support/cloud-inspector.ts';
import { findDeletionViolations, findViolations } from '../../support/invariants.ts';
import type { Creator } from '../../support/cloud/creator.ts';

/** Expects the invariants of docs/reliability.md for a user without a running generation. */
export async function expectInvariants(inspector: CloudInspector, userId: string): Promise<void> {
  expect(await findViolations(inspector, userId)).toEqual([]);
}

/** Expects that nothing personal of a deleted account is stored. */
export async function expectDeleted(
  cloud: EmbeddedCloud,
  inspector: CloudInspector,
  { userId, email }: Creator,
): Promise<void> {
  expect(await findDeletionViolations(cloud, inspector, userId)).toEqual([]);
  expect(await inspector.dump()).not.toContain(email);
}
