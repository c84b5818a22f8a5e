import type { Audit, LedgerRow, ThumbnailRow } from './audit.ts';

/**
 * What is wrong with one user's credits and thumbnails, a sentence each; empty when the invariants of
 * docs/reliability.md hold: the balance is the sum of the ledger and never negative, and every generation has ended in
 * exactly one of two ways, and counts as in flight no longer. To be asked when nothing is under way.
 */
export async function violationsOf(audit: Audit, userId: string): Promise<string[]> {
  const [balance, inFlight, ledger, thumbnails, images] = await Promise.all([
    audit.balance(userId),
    audit.inFlight(userId),
    audit.ledger(userId),
    audit.thumbnails(userId),
    audit.images(userId),
  ]);
  const found: string[] = [];
  const sum = ledger.reduce((total, row) => total + row.amount, 0);
  if (balance !== sum) found.push(`the balance is ${balance}, the ledger's sum ${sum}`);
  if (balance < 0) found.push(`the balance is ${balance}`);
  for (const id of inFlight) found.push(`generation ${id} counts as in flight`);
  for (const thumbnail of thumbnails) found.push(...wrongEnd(thumbnail, ledger, images));
  const spends = ledger.filter((row) => row.kind === 'spend').length;
  if (spends !== thumbnails.length)
    found.push(`${spends} spends were taken for ${thumbnails.length} generations`);
  return found;
}

function wrongEnd(
  thumbnail: ThumbnailRow,
  ledger: readonly LedgerRow[],
  images: readonly string[],
): string[] {
  const { generationId, status, imageKey } = thumbnail;
  const rows = (cause: string) => ledger.filter((row) => row.entryId === `${cause}#${generationId}`).length;
  const expected = { succeeded: [1, 0], failed: [1, 1], pending: [] }[status];
  const met = [rows('spend'), rows('refund')];
  if (expected.length === 0) return [`generation ${generationId} is still pending`];
  const found: string[] = [];
  if (String(met) !== String(expected)) {
    found.push(
      `generation ${generationId} is ${status} with ${String(met[0])} spends and ${String(met[1])} refunds`,
    );
  }
  if (status === 'succeeded' && !images.includes(imageKey ?? '')) {
    found.push(`generation ${generationId} succeeded without a picture`);
  }
  return found;
}
