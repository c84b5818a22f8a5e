import { request } from './request.ts';
import { useUserQuery } from './use-query.ts';

export async function readCredits(signal?: AbortSignal): Promise<number> {
  return (await request('readCredits', {}, { signal })).credits;
}

/** The user's balance. It is only a hint for the page: the server checks the credits of each generation. */
export const useCredits = (userId: string | undefined) =>
  useUserQuery('credits', userId, () => readCredits());
