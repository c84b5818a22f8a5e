import { Link } from 'react-router-dom';
import { useTitle } from '../ui/use-title.ts';
import { Header } from './header.tsx';
import { PATHS } from './paths.ts';
import './message-page.css';

export function NotFoundPage() {
  useTitle('Page not found · Thumbforge');
  return (
    <>
      {/* The server answers 200 to every path: to a search engine this is what says otherwise. */}
      <meta name="robots" content="noindex" />
      <Header>{null}</Header>
      <main className="message-page">
        <h1>404</h1>
        <p>Oops! Page not found</p>
        <Link to={PATHS.home}>Return to Home</Link>
      </main>
    </>
  );
}
