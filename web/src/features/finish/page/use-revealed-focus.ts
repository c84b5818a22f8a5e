import { useEffect } from 'react';

/**
 * Scrolls to the control that gets the focus. Chromium does not scroll to a control of a row that is visible in part. A control that is
 * being pressed stays where it is, because the press would end beside it.
 */
export function useRevealedFocus(): void {
  useEffect(() => {
    const left = new AbortController();
    const reveal = ({ target }: FocusEvent) => {
      if (target instanceof Element && !target.matches(':active'))
        target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    };
    addEventListener('focusin', reveal, { signal: left.signal });
    return () => left.abort();
  }, []);
}
