import { expect } from 'vitest';
import type { CloudInspector } from '../../support/cloud-inspector.ts';
import { findViolations } from '../../support/invariants.ts';

/** What docs/reliability.md says of one user when nothing is under way. */
export async function expectInvariants(audit: CloudInspector, userId: string): Promise<void> {
  expect(await findViolations(audit, userId)).toEqual([]);
}
