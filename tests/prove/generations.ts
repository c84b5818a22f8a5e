import type { UserState } from '../support/invariants.ts';
import type { Reply } from './api.ts';

/** Compares all responses to one generation with its record and its ledger entries. @returns a sentence each. */
export function findReplyViolations(id: string, replies: readonly Reply[], state: UserState): string[] {
  const { thumbnails, ledger, isClosed } = state;
  const record = thumbnails.find(({ generationId }) => generationId === id);
  // What a deleted generation was before.
  const status = record?.endedAs ?? record?.status ?? 'missing';
  const cost = ledger
    .filter(({ entryId }) => entryId.endsWith(`#${id}`))
    .reduce((sum, { amount }) => sum - amount, 0);
  const isDelivered = replies.some((reply) => reply.status === 200);
  return [
    ...(isDelivered && !isClosed && status !== 'succeeded'
      ? [`generation ${id} was delivered, but its record is ${status}`]
      : []),
    ...(cost !== 0 && replies.every(isNotCharged)
      ? [`generation ${id} cost ${cost}, but every response says that nothing was charged`]
      : []),
  ];
}

function isNotCharged({ status, body }: Reply): boolean {
  // Another refusal, e.g. 409, is about its own request, and the generation of an earlier one may have cost credits.
  return body['charge'] === 'refunded' || (body['charge'] === 'none' && [402, 403, 429].includes(status));
}
