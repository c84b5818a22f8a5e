import { useSyncExternalStore } from 'react';

const nothingToFollow = () => () => undefined;

/**
 * Whether what only the browser knows may be shown. False at build and while the prerendered page is taken over, which
 * has to find what the build left; true from the next render on.
 */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    nothingToFollow,
    () => true,
    () => false,
  );
}
