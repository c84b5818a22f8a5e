import { useEffect, useState } from 'react';
import { ROUTES } from '../../../contract/routes.ts';
import type { ReadCreditsResponse } from '../../../contract/schemas.ts';
import { request } from './request.ts';

export async function readCredits(signal?: AbortSignal): Promise<number> {
  return ((await request(ROUTES.readCredits, { signal })) as ReadCreditsResponse).credits;
}

export type Balance = { status: 'loading' } | { status: 'unknown' } | { status: 'known'; credits: number };

const LOADING: Balance = { status: 'loading' };
const UNKNOWN: Balance = { status: 'unknown' };

/** The signed-in user's balance; `reload` reads it again and leaves what is shown until the answer is there. */
export function useCredits(userId: string | undefined) {
  const [answer, setAnswer] = useState<{ userId: string; balance: Balance }>();
  const [readings, setReadings] = useState(1);

  useEffect(() => {
    if (userId === undefined) return;
    const leaving = new AbortController();
    readCredits(leaving.signal).then(
      (credits) => setAnswer({ userId, balance: { status: 'known', credits } }),
      () => {
        if (leaving.signal.aborted) return;
        // The balance is a help, not a gate: without it the server still decides what a generation may cost.
        setAnswer((before) => (before?.userId === userId ? before : { userId, balance: UNKNOWN }));
      },
    );
    return () => leaving.abort();
  }, [userId, readings]);

  const balance = answer !== undefined && answer.userId === userId ? answer.balance : LOADING;
  return { balance, reload: () => setReadings((count) => count + 1) };
}
