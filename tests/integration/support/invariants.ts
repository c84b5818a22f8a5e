import { expect } from 'vitest';
import type { Audit, LedgerRow, ThumbnailRow } from '../../support/audit.ts';

/**
 * What docs/reliability.md says of one user when nothing is under way: the balance is the sum of the ledger and never
 * negative; every generation ended in one of two ways; none of them counts as in flight.
 */
export async function expectInvariants(audit: Audit, userId: string): Promise<void> {
  await expectBalanced(audit, userId);
  const [ledger, thumbnails, images] = await Promise.all([
    audit.ledger(userId),
    audit.thumbnails(userId),
    audit.images(userId),
  ]);
  for (const thumbnail of thumbnails) {
    expect(thumbnail.status).not.toBe('pending');
    expect(endOf(thumbnail, ledger)).toBe(thumbnail.status);
    if (thumbnail.status === 'succeeded') expect(images).toContain(thumbnail.imageKey);
  }
  // Nothing was paid for that has no record.
  const spends = ledger.filter((row) => row.kind === 'spend');
  expect(spends).toHaveLength(thumbnails.length);
}

/** What is left to say of a closed account: its balance, and that nothing is in flight. */
export async function expectBalanced(audit: Audit, userId: string): Promise<void> {
  const [balance, ledger] = await Promise.all([audit.balance(userId), audit.ledger(userId)]);
  expect(balance).toBe(ledger.reduce((sum, row) => sum + row.amount, 0));
  expect(balance).toBeGreaterThanOrEqual(0);
  expect(await audit.inFlight(userId)).toEqual([]);
}

/** How a generation ended, by the ledger alone. */
function endOf({ generationId }: ThumbnailRow, ledger: LedgerRow[]): 'succeeded' | 'failed' | 'neither' {
  const spends = ledger.filter((row) => row.entryId === `spend#${generationId}`).length;
  const refunds = ledger.filter((row) => row.entryId === `refund#${generationId}`).length;
  if (spends !== 1 || refunds > 1) return 'neither';
  return refunds === 0 ? 'succeeded' : 'failed';
}
