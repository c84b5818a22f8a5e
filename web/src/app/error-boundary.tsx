import { Component } from 'react';
import type { ReactNode } from 'react';
import { PATHS } from './paths.ts';
import './message-page.css';

/** The last resort. A full load of the home page, for a part of the site may have failed to arrive. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="message-page">
        <h1>Something went wrong</h1>
        <p>This page could not be shown. Check your connection and load it again.</p>
        <a href={PATHS.home}>Return to Home</a>
      </main>
    );
  }
}
