import { useLayoutEffect, useRef, useState } from 'react';
import type { ListCreditHistoryResponse } from '#contract/endpoints/credit-schemas.ts';
import { useQuery, type QueryState } from '../../../api/use-query.ts';
import { readCreditHistory } from '../api.ts';

/** The loaded part of the history, newest first. Without a cursor it is complete. */
type History = ListCreditHistoryResponse;

/**
 * Reads what changed the balance of the user, page by page. Reads the first page again when the balance changes.
 * @param userId the user. The component needs the same user as its key, because the last list stays while a new list loads.
 */
export function useCreditHistory(userId: string, balance: QueryState<number>) {
  const mark = balance.status === 'success' ? String(balance.data) : '';
  const query = useQuery<History, readonly string[]>(
    balance.status === 'pending' ? undefined : ['history', userId, mark],
    () => readCreditHistory(),
    { keepPreviousData: true, revalidateOnFocus: false },
  );
  const loaded = useRef<History>(undefined);
  const [more, setMore] = useState<'idle' | 'loading' | 'failed'>('idle');
  useLayoutEffect(() => {
    loaded.current = query.status === 'success' ? query.data : undefined;
  });

  async function loadMore() {
    const cursor = loaded.current?.cursor;
    if (cursor === undefined || more === 'loading') return;
    setMore('loading');
    try {
      const page = await readCreditHistory(cursor);
      // A change of the balance may have replaced the list meanwhile.
      if (loaded.current?.cursor === cursor) {
        query.setData({ ...page, entries: [...loaded.current.entries, ...page.entries] });
      }
      setMore('idle');
    } catch {
      setMore('failed');
    }
  }

  return { query, more, loadMore: () => void loadMore() };
}
