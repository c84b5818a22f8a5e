import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** The first thing that Tab reaches: it leads over the header to the page. */
export function SkipLink() {
  return (
    <a
      className="skip-link"
      href="#main"
      onClick={(event) => {
        event.preventDefault();
        focusHeading();
      }}
    >
      Skip to the page
    </a>
  );
}

/**
 * Moves the focus to the heading of a page that a link has opened, so that it is read out and Tab goes on there. The page
 * may replace its heading when its code or its data has loaded: the focus follows until the user does something.
 */
export function useHeadingFocus(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    let heading = focusHeading();
    const observer = new MutationObserver(() => {
      if (heading?.isConnected !== true) heading = focusHeading();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    const stop = new AbortController();
    const onInput = () => {
      observer.disconnect();
      stop.abort();
    };
    addEventListener('keydown', onInput, { signal: stop.signal });
    addEventListener('pointerdown', onInput, { signal: stop.signal });
    return onInput;
  }, [pathname]);
}

/** @returns the heading. Undefined while the page has no heading, or while a control of the page has the focus. */
function focusHeading(): HTMLElement | undefined {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading || heading.closest('main')?.contains(document.activeElement)) return undefined;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return heading;
}
