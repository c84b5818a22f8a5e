import { useState } from 'react';
import type { ImageInput, SeriesInput } from '../../../generations/generation.ts';
import { readItem, STORAGE_KEYS } from '../../../lib/browser-storage.ts';

/** The parts that the next thumbnail takes from an earlier one. */
export interface SeriesPart {
  reference?: Extract<ImageInput['video'], { kind: 'thumbnail' }> | undefined;
  input?: SeriesInput | undefined;
  /** The layout is not read yet. */
  isLoading?: boolean;
  /** Why the next thumbnail cannot be made. */
  error?: string | undefined;
}

/** The series that the creator continues. Its card, which loads with the first series, says what the next thumbnail takes. */
export function useSeries(userId: string | undefined) {
  const [part, setPart] = useState<SeriesPart>();
  const [starts, setStarts] = useState(0);
  const isOpen = userId !== undefined && readItem(STORAGE_KEYS.series) !== undefined;
  return {
    isOpen,
    /** Differs for each series. */
    key: `${userId ?? ''} ${starts}`,
    setPart,
    open: () => {
      setPart(undefined);
      setStarts(starts + 1);
    },
    ...(isOpen ? (part ?? { isLoading: true }) : undefined),
  };
}
