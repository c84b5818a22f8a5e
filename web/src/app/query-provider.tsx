import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { SWRConfig, useSWRConfig } from 'swr';
import { useUserId } from '../session/session-provider.tsx';

const SETTINGS = {
  provider: () => new Map(),
  // The page says that a read failed, and offers a retry where it needs the data.
  shouldRetryOnError: false,
  // Share only requests in flight: a read after a mutation must not be dropped.
  dedupingInterval: 0,
  focusThrottleInterval: 0,
};

/** Holds the cache of everything that the site reads from the server. */
export function QueryProvider({ children }: { children: ReactNode }) {
  return (
    <SWRConfig value={SETTINGS}>
      <UserQueryCleaner />
      {children}
    </SWRConfig>
  );
}

/** Removes a user's data from the cache when their session ends. */
function UserQueryCleaner() {
  const { mutate } = useSWRConfig();
  const userId = useUserId();
  const lastUserId = useRef(userId);
  useEffect(() => {
    const endedId = lastUserId.current;
    lastUserId.current = userId;
    if (endedId === undefined || endedId === userId) return;
    void mutate((key) => Array.isArray(key) && key[1] === endedId, undefined, { revalidate: false });
  }, [userId, mutate]);
  return null;
}
