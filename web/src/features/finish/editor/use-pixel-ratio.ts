import { useSyncExternalStore } from 'react';

/** Pixels of the screen for each of CSS. It changes when the window moves to another screen, and when the page is zoomed. */
export const usePixelRatio = (): number => useSyncExternalStore(subscribe, () => devicePixelRatio);

/** The elements keep their sizes then, so that no ResizeObserver reports the change. */
function subscribe(listener: () => void): () => void {
  const observe = () => {
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    const onChange = () => {
      stop();
      stop = observe();
      listener();
    };
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  };
  let stop = observe();
  return () => stop();
}
