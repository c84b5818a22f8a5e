import { useEffect, useEffectEvent } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { EndpointResponse } from '#contract/endpoints/endpoint-types.ts';
import { userValue } from '../lib/browser-storage.ts';
import { isNumber, isObjectOf, isString } from '../lib/guards.ts';
import { useUserId } from '../session/session-provider.tsx';

const KEY = 'balance';
const shared = userValue(KEY, isObjectOf({ userId: isString, credits: isNumber }), 'local');

/**
 * Keeps the balances of the user's tabs the same. A tab stores each balance that it reads. The browser tells the other tabs, and a tab
 * that shows another balance reads its own again. So a change costs each tab one request, and equal balances cost none.
 */
export function BalanceOfTabs(): undefined {
  const userId = useUserId();
  const { mutate } = useSWRConfig();
  const key = userId === undefined ? null : ['credits', userId];
  // Without a function that reads, the balance that the page has read is enough.
  const credits = useSWR<EndpointResponse<'readCredits'>>(key, null).data?.credits;

  useEffect(() => {
    if (userId !== undefined && credits !== undefined) shared.save({ userId, credits });
  }, [userId, credits]);

  useEffect(() => (userId === undefined ? undefined : () => shared.remove()), [userId]);

  const compare = useEffectEvent((changed: string | null) => {
    if (changed !== KEY || userId === undefined || credits === undefined) return;
    const told = shared.load(userId);
    if (told && told.credits !== credits) void mutate(key);
  });
  useEffect(() => {
    const listen = ({ key }: StorageEvent) => compare(key);
    addEventListener('storage', listen);
    return () => removeEventListener('storage', listen);
  }, []);
}
