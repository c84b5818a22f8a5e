import { useEffect, useState } from 'react';

const SHOWN_FROM_SECONDS = 3;

/** The seconds a generation has taken so far, once they begin to be felt. */
export function Elapsed({ since }: { since: number }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - since) / 1000)), 250);
    return () => clearInterval(timer);
  }, [since]);
  return (
    <span className="elapsed" aria-hidden="true">
      {seconds >= SHOWN_FROM_SECONDS ? `${seconds} s` : ''}
    </span>
  );
}
