import { useEffect } from 'react';

let pageTitle: string | undefined;
let statusTitle: string | undefined;

/** Sets the document's title. React's `<title>` would come second to the one in index.html. */
export function useTitle(title: string): void {
  useEffect(() => {
    pageTitle = title;
    showTitle();
  }, [title]);
}

/** Shows something else than the name of the page, on every page, until it is undefined. */
export function setStatusTitle(title: string | undefined): void {
  statusTitle = title;
  showTitle();
}

function showTitle(): void {
  const title = statusTitle ?? pageTitle;
  if (title !== undefined) document.title = title;
}
