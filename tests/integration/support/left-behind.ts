import { expect } from 'vitest';
import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import type { CloudInspector } from '../../support/cloud-inspector.ts';
import { findDeletionViolations } from '../../support/invariants.ts';
import type { Creator } from './creator.ts';

/** Expects that nothing personal of a deleted account is stored. */
export async function expectGone(
  cloud: EmbeddedCloud,
  inspector: CloudInspector,
  creator: Creator,
): Promise<void> {
  expect(await findDeletionViolations(cloud, inspector, creator.userId)).toEqual([]);
  expect(await inspector.dump()).not.toContain(creator.email);
}
