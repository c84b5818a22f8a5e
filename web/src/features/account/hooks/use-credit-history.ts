import { useLayoutEffect, useRef, useState } from 'react';
import type { ListCreditHistoryResponse } from '#contract/endpoints/credit-schemas.ts';
import { useQuery, type QueryState } from '../../../api/use-query.ts';
import { readCreditHistory } from '../api.ts';

/** The loaded part of the history, newest first. Without a cursor it is complete. */
type History = ListCreditHistoryResponse;

/**
 * Reads what changed the balance of the user, page by page. Reads the first page again when the balance changes, and when the page gets
 * the focus: the index of the list follows the balance within a second.
 * @param userId the user. The component needs the same user as its key, because the last list stays while a new list loads.
 */
export function useCreditHistory(userId: string, balance: QueryState<number>) {
  const mark = balance.status === 'success' ? String(balance.data) : '';
  const loaded = useRef<History>(undefined);
  const query = useQuery<History, readonly string[]>(
    balance.status === 'pending' ? undefined : ['history', userId, mark],
    async () => keepOlderPages(loaded.current, await readCreditHistory()),
    { keepPreviousData: true },
  );
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

/** Keeps the older pages that the user has loaded, so that the list does not shrink. Changes of the past stay the same. */
function keepOlderPages(loaded: History | undefined, first: History): History {
  const last = first.entries.at(-1);
  const end = loaded?.entries.findIndex(({ id }) => id === last?.id) ?? -1;
  if (loaded === undefined || end === -1) return first;
  return { ...loaded, entries: [...first.entries, ...loaded.entries.slice(end + 1)] };
}
