import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { PATHS } from '../lib/paths.ts';
import { useTitle } from '../lib/use-title.ts';
import { Boundary } from '../ui/boundary.tsx';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import './message-pages.css';

export function NotFoundPage() {
  useTitle('Page not found · Thumbforge');
  return (
    <>
      {/* Every path has status 200, so search engines need this tag. */}
      <meta name="robots" content="noindex" />
      <main className="message-page">
        <h1>404</h1>
        <p>Oops! Page not found</p>
        <Link to={PATHS.home}>Return to Home</Link>
      </main>
    </>
  );
}

/** Shows an error page for a render error, until the user navigates. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  return (
    <Boundary attempt={key} fallback={(advice) => <ErrorPage advice={advice} />}>
      {children}
    </Boundary>
  );
}

/** Both actions load the document again, because a script of the site may have failed to load. */
function ErrorPage({ advice }: { advice: string }) {
  return (
    <main className="message-page">
      <h1>Something went wrong</h1>
      <p>{`This page could not be shown. ${advice}`}</p>
      <Button variant="primary" onClick={() => location.reload()}>
        Load again
      </Button>
      <a href={PATHS.home}>Return to Home</a>
    </main>
  );
}
