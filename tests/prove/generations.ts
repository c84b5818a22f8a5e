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
  return status === 402 || /no credit was taken|nothing was charged/.test(String(body['error']));
}
