import { useState } from 'react';
import { readJson, STORAGE_KEYS, writeItem } from '../../../../lib/browser-storage.ts';
import { isObjectOf, isOneOf, isString } from '../../../../lib/guards.ts';

/** What the preview shows beside the thumbnail. Only the browser keeps it. */
export interface VideoDetails {
  title: string;
  channel: string;
  views: string;
  duration: string;
  theme: 'dark' | 'light';
}

interface StoredDetails extends VideoDetails {
  /** The thumbnail that the title belongs to. The rest is the same for all. */
  thumbnailId: string;
}

/** YouTube's own limit, and what fits into its lines. */
export const MAX_LENGTHS = { title: 100, channel: 50, views: 40, duration: 8 } as const;

const DEFAULTS = {
  channel: 'Your channel',
  views: '1.2K views · 3 hours ago',
  duration: '12:34',
  theme: 'dark',
} as const;

const isStored = isObjectOf<StoredDetails>({
  thumbnailId: isString,
  title: isString,
  channel: isString,
  views: isString,
  duration: isString,
  theme: isOneOf('dark', 'light'),
});

/** As YouTube writes one, e.g. 12:34. No duration hides the badge. */
export const isDuration = (text: string): boolean => /^(?:(?:\d{1,2}:)?\d{1,2}:\d{2})?$/.test(text);

/** The details of the last preview in this browser. Another thumbnail starts with its prompt as the title. */
export function useVideoDetails(thumbnailId: string, prompt: string) {
  const [details, setDetails] = useState<VideoDetails>(() => {
    const stored = readJson(STORAGE_KEYS.videoDetails, isStored);
    const title = Array.from(prompt).slice(0, MAX_LENGTHS.title).join('');
    if (!stored) return { ...DEFAULTS, title };
    const { thumbnailId: storedId, ...rest } = stored;
    if (!isDuration(rest.duration)) rest.duration = DEFAULTS.duration;
    return storedId === thumbnailId ? rest : { ...rest, title };
  });

  const change = (changes: Partial<VideoDetails>) => {
    const next = { ...details, ...changes };
    setDetails(next);
    const stored: StoredDetails = { ...next, thumbnailId };
    writeItem(STORAGE_KEYS.videoDetails, JSON.stringify(stored));
  };
  return { details, change };
}
