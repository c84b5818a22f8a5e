import type { ComponentProps } from 'react';
import { Spinner } from './spinner.tsx';

/** The states of a question to the text model. */
export type AskState<T> =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'ready'; data: T }
  /** A limit that is reached, a lost connection, or another reason why there is no answer. */
  | { status: 'failed'; message: string; canRetry: boolean; error?: unknown };

interface AskStatusProps extends ComponentProps<'div'> {
  state: AskState<unknown>;
  /** The text that says what the text model does. */
  loading: string;
}

/** Says that the text model is at work, or why there is no answer. The children are the answer. */
export const AskStatus = ({ state, loading, children, ...props }: AskStatusProps) => (
  <div role="status" {...props}>
    {state.status === 'loading' && (
      <p>
        <Spinner /> <span>{loading}</span>
      </p>
    )}
    {state.status === 'failed' && <p>{state.message}</p>}
    {children}
  </div>
);
