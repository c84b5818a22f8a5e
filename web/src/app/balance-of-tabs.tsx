import { useEffect, useEffectEvent } from 'react';
import { useCredits } from '../api/read-credits.ts';
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
  const balance = useCredits(userId);
  const credits = balance.status === 'success' ? balance.data : undefined;

  useEffect(() => {
    if (userId !== undefined && credits !== undefined) shared.save({ userId, credits });
  }, [userId, credits]);

  useEffect(() => (userId === undefined ? undefined : () => shared.remove()), [userId]);

  const compare = useEffectEvent((key: string | null) => {
    if (key !== KEY || userId === undefined || credits === undefined) return;
    const told = shared.load(userId);
    if (told && told.credits !== credits) balance.refetch();
  });
  useEffect(() => {
    const listen = ({ key }: StorageEvent) => compare(key);
    addEventListener('storage', listen);
    return () => removeEventListener('storage', listen);
  }, []);
}
