import { request } from './request.ts';
import { useAnswer } from './use-answer.ts';
import type { Answer } from './use-answer.ts';

export async function readCredits(signal?: AbortSignal): Promise<number> {
  return (await request('readCredits', {}, { signal })).credits;
}

/** A help, not a gate: where it is unknown the server still decides what may be spent. */
export type Balance = Answer<number>;

/** The signed-in user's balance. */
export function useCredits(userId: string | undefined) {
  const { answer: balance, reload } = useAnswer(userId, readCredits);
  return { balance, reload };
}
