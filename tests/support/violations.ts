import type { Audit, LedgerRow, ThumbnailRow } from './audit.ts';

/**
 * What is wrong with one user's credits and thumbnails, a sentence each; empty when the invariants of
 * docs/reliability.md hold. To be asked when nothing is under way and refund-abandoned has run: the one checker of them.
 *
 * 1. The balance is the sum of the ledger's rows, and never negative.
 * 2. Every generation has ended in exactly one of two ways: a spend and its picture, or a spend and its refund.
 * 3. Nothing was taken, or given back, for a generation that has no record.
 * 4. What was given back is what was taken.
 * 5. No generation is pending.
 *
 * A closed account keeps its ledger and its balance, and no generation: 2 and 3 ask nothing of it.
 */
export async function violationsOf(audit: Audit, userId: string): Promise<string[]> {
  const [{ credits, closedAt }, ledger, thumbnails, images] = await Promise.all([
    audit.account(userId),
    audit.ledger(userId),
    audit.thumbnails(userId),
    audit.images(userId),
  ]);
  const closed = closedAt !== undefined;
  return [
    ...wrongBalance(credits, ledger),
    ...wrongRefunds(ledger),
    ...wrongPending(thumbnails),
    ...(closed ? [] : thumbnails.flatMap((thumbnail) => wrongEnd(thumbnail, ledger, images))),
    ...(closed ? [] : wrongCount(ledger, thumbnails)),
  ];
}

function wrongBalance(balance: number, ledger: readonly LedgerRow[]): string[] {
  const sum = ledger.reduce((total, row) => total + row.amount, 0);
  return [
    ...(balance === sum ? [] : [`the balance is ${balance}, the ledger's sum ${sum}`]),
    ...(balance >= 0 ? [] : [`the balance is ${balance}`]),
  ];
}

function wrongRefunds(ledger: readonly LedgerRow[]): string[] {
  const amountOf = (entryId: string) => ledger.find((row) => row.entryId === entryId)?.amount;
  return ledger.flatMap(({ entryId, kind, amount }) => {
    const spent = kind === 'refund' ? amountOf(entryId.replace('refund#', 'spend#')) : undefined;
    if (kind !== 'refund' || spent === -amount) return [];
    return [`${entryId} gave back ${amount} for a spend of ${spent ?? 'nothing'}`];
  });
}

function wrongPending(thumbnails: readonly ThumbnailRow[]): string[] {
  const pending = thumbnails.filter(({ status }) => status === 'pending');
  return pending.map(({ generationId }) => `generation ${generationId} is still pending`);
}

function wrongEnd(
  { generationId, status, imageKey }: ThumbnailRow,
  ledger: readonly LedgerRow[],
  images: readonly string[],
): string[] {
  if (status === 'pending') return [];
  const rows = (cause: string) => ledger.filter((row) => row.entryId === `${cause}#${generationId}`).length;
  const [spends, refunds] = [rows('spend'), rows('refund')];
  const isRight = spends === 1 && refunds === (status === 'failed' ? 1 : 0);
  return [
    ...(isRight
      ? []
      : [`generation ${generationId} is ${status} with ${spends} spends and ${refunds} refunds`]),
    ...(status === 'succeeded' && !images.includes(imageKey ?? '')
      ? [`generation ${generationId} succeeded without a picture`]
      : []),
  ];
}

function wrongCount(ledger: readonly LedgerRow[], thumbnails: readonly ThumbnailRow[]): string[] {
  const spends = ledger.filter((row) => row.kind === 'spend').length;
  return spends === thumbnails.length
    ? []
    : [`${spends} spends were taken for ${thumbnails.length} generations`];
}
