import { Component } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Button } from '../ui/button.tsx';
import { PATHS } from './paths.ts';
import './message-page.css';

/** The last resort, until one goes on to another page. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  return <Boundary place={key}>{children}</Boundary>;
}

interface BoundaryProps {
  /** Where one is: in another place the children are tried anew. */
  place: string;
  children: ReactNode;
}

class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate({ place }: BoundaryProps) {
    if (place !== this.props.place && this.state.failed) this.setState({ failed: false });
  }

  override render() {
    return this.state.failed ? <Failure /> : this.props.children;
  }
}

/** Both ways are a full load, for a part of the site may have failed to arrive. */
function Failure() {
  return (
    <main className="message-page">
      <h1>Something went wrong</h1>
      <p>This page could not be shown. Check your connection and load it again.</p>
      <Button look="primary" onClick={() => location.reload()}>
        Load again
      </Button>
      <a href={PATHS.home}>Return to Home</a>
    </main>
  );
}
