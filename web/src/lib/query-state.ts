/** The state of data that is read from the server. After a failed refetch the last data stays. */
export type QueryState<T> =
  | { status: 'pending' }
  | { status: 'error'; error: unknown }
  | { status: 'success'; data: T };
