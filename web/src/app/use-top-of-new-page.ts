import { useEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** A link leads to the top of its page. On the way back the browser itself returns to where one was. */
export function useTopOfNewPage(): void {
  const { pathname } = useLocation();
  const followed = useNavigationType() !== NavigationType.Pop;
  useEffect(() => {
    if (followed) scrollTo(0, 0);
  }, [pathname, followed]);
}
