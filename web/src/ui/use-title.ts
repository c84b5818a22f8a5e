import { useEffect } from 'react';

/** Names the page in the tab. React's own title element would come second to the one in index.html. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
