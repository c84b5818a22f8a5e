import type { PackId } from '../../../contract/packs.ts';
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
export function useCreditsDue(userId: string | undefined): number {
  const balance = useBalance(userId);
  return balance.status === 'success' ? (balance.data.creditsDue ?? 0) : 0;
}

/** The packs that the user has. None while they cannot be read. */
export function usePacks(userId: string | undefined): readonly PackId[] {
  const balance = useBalance(userId);
  return balance.status === 'success' ? (balance.data.packs ?? []) : [];
}

/** When a new user's welcome credits arrive (ISO 8601), if not today. */
export function useWelcomeDueAt(userId: string | undefined): string | undefined {
  const balance = useBalance(userId);
  return balance.status === 'success' ? balance.data.welcomeDueAt : undefined;
}
