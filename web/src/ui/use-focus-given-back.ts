import { useEffect, useRef } from 'react';

/** A disabled control loses the focus: gives it to this one when the work that took it away is over. */
export function useFocusGivenBack<T extends HTMLElement>(busy: boolean) {
  const element = useRef<T>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !busy && document.activeElement === document.body) {
      element.current?.focus({ preventScroll: true });
    }
    wasBusy.current = busy;
  }, [busy]);
  return element;
}
