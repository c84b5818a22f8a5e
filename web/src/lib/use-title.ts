import { useEffect } from 'react';

/** Sets the document's title. React's `<title>` would come second to the one in index.html. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
