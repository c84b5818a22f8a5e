import { useEffect, useState } from 'react';
import { EXAMPLE_PROMPTS } from '../../../../../contract/example-prompts.ts';

const EXAMPLE_MS = 5_000;

/** The example in a visitor's viewer: each in turn, until the visitor chooses one. The first stays under reduced motion. */
export function useExampleShow(isRunning: boolean) {
  const [index, setIndex] = useState(0);
  const [isChosen, setIsChosen] = useState(false);

  useEffect(() => {
    if (!isRunning || isChosen || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const timer = setInterval(() => {
      if (!document.hidden) setIndex((shown) => (shown + 1) % EXAMPLE_PROMPTS.length);
    }, EXAMPLE_MS);
    return () => clearInterval(timer);
  }, [isRunning, isChosen]);

  return {
    index,
    current: EXAMPLE_PROMPTS[index],
    choose: (next: number) => {
      setIsChosen(true);
      setIndex(next);
    },
  };
}
