import { useTitle } from '../lib/use-title.ts';
import { PATHS } from '../lib/paths.ts';
import { Link } from '../ui/link.tsx';
import './message-page.css';

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
