import useSWR from 'swr';
import type { SWRConfiguration } from 'swr';

/** The state of data that is read from the server. After a failed refetch the last data stays. */
export type QueryState<T> =
  | { status: 'pending' }
  | { status: 'error'; error: unknown }
  | { status: 'success'; data: T };

export type Query<T> = QueryState<T> & {
  refetch: () => void;
  /** Replaces the data. A function gets the newest data. */
  setData: (data: T | ((newest: T | undefined) => T | undefined)) => void;
};

/**
 * Reads data from the server. Reads it again when the page gets the focus and when another component needs it.
 * @param key undefined while the data cannot be read yet.
 */
export function useQuery<T, Key extends readonly string[]>(
  key: Key | undefined,
  read: (key: Key) => Promise<T>,
  settings?: SWRConfiguration<T>,
): Query<T> {
  const { data, error, isLoading, mutate } = useSWR<T, unknown>(key ?? null, read, settings);
  const actions = {
    refetch: () => void mutate(),
    setData: (next: Parameters<Query<T>['setData']>[0]) => void mutate(next, { revalidate: false }),
  };
  if (data !== undefined) return { status: 'success', data, ...actions };
  if (error === undefined || isLoading) return { status: 'pending', ...actions };
  return { status: 'error', error, ...actions };
}

type UserQueryName = 'brand' | 'credits' | 'cutouts' | 'generations' | 'keys' | 'purchases' | 'thumbnails';

/** Reads data of one user. The key contains the user's id, so that no data of one user can be shown to the next. */
export const useUserQuery = <T>(
  name: UserQueryName,
  userId: string | undefined,
  read: (userId: string) => Promise<T>,
  settings?: SWRConfiguration<T>,
): Query<T> =>
  useQuery(userId === undefined ? undefined : ([name, userId] as const), ([, id]) => read(id), settings);
