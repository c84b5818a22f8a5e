import { useEffect, useEffectEvent } from 'react';
import type { EndpointResponse } from '#contract/endpoints/endpoint-types.ts';
import { request } from '../api/request.ts';
import { useUserQuery } from '../api/use-query.ts';
import { userValue } from '../lib/browser-storage.ts';
import { isNumber, isObjectOf, isString } from '../lib/guards.ts';
import { useUserId } from '../session/session-provider.tsx';

const KEY = 'balance';
const shared = userValue(KEY, isObjectOf({ userId: isString, credits: isNumber }), 'local');

/** Keeps the balances of the user's tabs the same. */
export function BalanceOfTabs() {
  const userId = useUserId();
  return userId !== undefined && <BalanceOfUser key={userId} userId={userId} />;
}

/**
 * A tab stores each balance that it reads. The browser tells the other tabs, and a tab that shows another balance reads its own again. So
 * a change costs each tab one request, and equal balances cost none.
 */
function BalanceOfUser({ userId }: { userId: string }): undefined {
  // SWR reads a balance again with the function of one of its hooks, so this hook has the function as well. The first read is the page's.
  const balance = useUserQuery<EndpointResponse<'readCredits'>>(
    'credits',
    userId,
    () => request('readCredits', {}),
    { revalidateOnMount: false },
  );
  const credits = balance.status === 'success' ? balance.data.credits : undefined;

  useEffect(() => {
    if (credits !== undefined) shared.save({ userId, credits });
  }, [userId, credits]);

  useEffect(() => () => shared.remove(), []);

  const compare = useEffectEvent((changed: string | null) => {
    if (changed !== KEY || credits === undefined) return;
    const told = shared.load(userId);
    if (told && told.credits !== credits) balance.refetch();
  });
  useEffect(() => {
    const listen = ({ key }: StorageEvent) => compare(key);
    addEventListener('storage', listen);
    return () => removeEventListener('storage', listen);
  }, []);
}
