import { Component } from 'react';
import type { ReactNode } from 'react';
import { isLoadError } from '../lib/load-error.ts';
import { reportPageError } from '../lib/page-errors.ts';

interface BoundaryProps {
  /** A change renders the children again after an error. */
  attempt?: string;
  /** Is visible instead of the children after an error. */
  fallback?: (advice: string) => ReactNode;
  onError?: (advice: string) => void;
  children: ReactNode;
}

export const LOAD_ADVICE = 'Check your connection and load it again.';

/** Advises to check the connection only if code could not be loaded. */
const adviseAfter = (error: unknown): string =>
  isLoadError(error) ? LOAD_ADVICE : 'It has an error. Load it again.';

/** Catches what its children throw while they render. */
export class Boundary extends Component<BoundaryProps, { advice: string | undefined }> {
  override state: { advice: string | undefined } = { advice: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { advice: adviseAfter(error) };
  }

  override componentDidCatch(error: unknown) {
    reportPageError('render', error);
    this.props.onError?.(adviseAfter(error));
  }

  override componentDidUpdate({ attempt }: BoundaryProps) {
    if (attempt !== this.props.attempt && this.state.advice !== undefined)
      this.setState({ advice: undefined });
  }

  override render() {
    const { advice } = this.state;
    return advice === undefined ? this.props.children : this.props.fallback?.(advice);
  }
}
