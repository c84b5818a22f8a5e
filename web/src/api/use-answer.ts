import { useEffect, useState } from 'react';

export type Answer<T> = { status: 'loading' } | { status: 'unknown' } | { status: 'known'; value: T };

const LOADING = { status: 'loading' } as const;
const UNKNOWN = { status: 'unknown' } as const;

/**
 * Asks for something of `owner`'s, and for nothing while there is no owner. `reload` asks again and leaves what is
 * known until the new answer is there. Give it the same `read` each time.
 */
export function useAnswer<T>(owner: string | undefined, read: (signal: AbortSignal) => Promise<T>) {
  const [last, setLast] = useState<{ owner: string; answer: Answer<T> }>();
  const [readings, setReadings] = useState(1);

  useEffect(() => {
    if (owner === undefined) return;
    const leaving = new AbortController();
    read(leaving.signal).then(
      (value) => {
        if (!leaving.signal.aborted) setLast({ owner, answer: { status: 'known', value } });
      },
      () => {
        if (leaving.signal.aborted) return;
        setLast((before) => (isKnown(before, owner) ? before : { owner, answer: UNKNOWN }));
      },
    );
    return () => leaving.abort();
  }, [owner, read, readings]);

  const reload = () => {
    setLast((before) => (isKnown(before, owner) ? before : undefined));
    setReadings((count) => count + 1);
  };
  const answer: Answer<T> = last !== undefined && last.owner === owner ? last.answer : LOADING;
  return { answer, reload };
}

const isKnown = (last: { owner: string; answer: Answer<unknown> } | undefined, owner: string | undefined) =>
  last?.owner === owner && last?.answer.status === 'known';
