import { useDeferredValue } from 'react';

let isPageHydrated = false;

/** Says whether the output of the parts that are rendered from now on must equal prerendered output. */
export function setHydrated(isHydrated: boolean): void {
  isPageHydrated = isHydrated;
}

/**
 * False while the page is prerendered and hydrated, when the output must equal the prerendered one; then true. Browser
 * state such as storage may be shown only when it is true. The render with true is interruptible, because it follows the hydration,
 * and both together would keep the visitor's input waiting.
 */
export const useIsHydrated = (): boolean => useDeferredValue(true, isPageHydrated);
