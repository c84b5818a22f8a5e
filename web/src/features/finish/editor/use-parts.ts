import { useEffect, useEffectEvent } from 'react';

/** Something that a design shows and that has to be loaded: its image, its cut-outs or its fonts. */
export interface Part {
  isLoaded: boolean;
  /** The sentence that says what could not be loaded. */
  problem: string | undefined;
  /** Loads again what could not be loaded. */
  retry: () => void;
}

export interface Parts {
  status: 'ready' | 'loading' | 'failed';
  /** Empty unless something could not be loaded. */
  problem: string;
  retry: () => void;
}

/**
 * Collects everything that must load before the design can be drawn. The export, the previews, the tools and the page share this
 * list. A part that could not be loaded is loaded again when the browser is online again.
 */
export function useParts(parts: readonly Part[]): Parts {
  const failed = parts.filter(({ problem }) => problem !== undefined);
  const retry = () => {
    for (const part of failed) part.retry();
  };
  const onOnline = useEffectEvent(retry);
  useEffect(() => {
    const left = new AbortController();
    addEventListener('online', () => onOnline(), { signal: left.signal });
    return () => left.abort();
  }, []);
  return {
    status: failed.length > 0 ? 'failed' : parts.every(({ isLoaded }) => isLoaded) ? 'ready' : 'loading',
    problem: failed.map(({ problem }) => problem).join(' '),
    retry,
  };
}
