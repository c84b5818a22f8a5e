import type { EndpointResponse } from '#contract/endpoints/endpoint-types.ts';
import type { PackId } from '#contract/packs.ts';
import type { QueryState } from './use-query.ts';
import { request } from './request.ts';
import { useUserQuery } from './use-query.ts';

const useBalance = (userId: string | undefined) =>
  useUserQuery('credits', userId, () => request('readCredits', {}));

/** The user's balance. It is only a hint for the page: the server checks the credits of each generation. */
export function useCredits(userId: string | undefined): QueryState<number> & { refetch: () => void } {
  const balance = useBalance(userId);
  return balance.status === 'success' ? { ...balance, data: balance.data.credits } : balance;
}

/** Credits of refunded or disputed payments that the user's next purchases settle first. */
export const useCreditsDue = (userId: string | undefined): number => useAccount(userId).creditsDue ?? 0;

/** The packs that the user has. None while they cannot be read. */
export const usePacks = (userId: string | undefined): readonly PackId[] => useAccount(userId).packs ?? [];

/** When a new user's welcome credits can arrive (ISO 8601), if not today. */
export const useWelcomeDueAt = (userId: string | undefined): string | undefined =>
  useAccount(userId).welcomeDueAt;

/** Returns the fields of the account. They are all absent while the account cannot be read. */
function useAccount(userId: string | undefined): Partial<EndpointResponse<'readCredits'>> {
  const balance = useBalance(userId);
  return balance.status === 'success' ? balance.data : {};
}
