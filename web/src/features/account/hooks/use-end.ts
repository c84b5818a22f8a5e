import { useEffectEvent, useLayoutEffect } from 'react';

/** Calls back before the browser paints, as soon as something has ended, e.g. the loading of a list. */
export function useEnd(hasEnded: boolean, onEnd: () => void): void {
  const end = useEffectEvent(onEnd);
  useLayoutEffect(() => {
    if (hasEnded) end();
  }, [hasEnded]);
}
