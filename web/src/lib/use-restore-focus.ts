import { useEffect, useRef } from 'react';

/** A control loses the focus when it is disabled. Restores it when the work that disabled the control ends. */
export function useRestoreFocus<T extends HTMLElement>(isBusy: boolean) {
  const element = useRef<T>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy && document.activeElement === document.body) {
      element.current?.focus({ preventScroll: true });
    }
    wasBusy.current = isBusy;
  }, [isBusy]);
  return element;
}
