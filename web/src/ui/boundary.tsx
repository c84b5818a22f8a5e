import { Component } from 'react';
import type { ReactNode } from 'react';
import { reportPageError } from '../lib/page-errors.ts';

interface BoundaryProps {
  /** A change renders the children again after an error. */
  attempt?: string;
  /** Is visible instead of the children after an error. */
  fallback?: ReactNode;
  onError?: () => void;
  children: ReactNode;
}

/** Catches what its children throw while they render. */
export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    reportPageError('render', error);
    this.props.onError?.();
  }

  override componentDidUpdate({ attempt }: BoundaryProps) {
    if (attempt !== this.props.attempt && this.state.failed) this.setState({ failed: false });
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
