import { useState } from 'react';
import { readJson, STORAGE_KEYS, writeItem } from '../../../lib/browser-storage.ts';
import { isObjectOf, isOneOf, isString } from '../../../lib/guards.ts';
import { findTitle, keepWords } from '../../../lib/video-words.ts';

/** The texts that the preview shows beside the thumbnail. They are stored only in the browser. */
export interface VideoDetails {
  title: string;
  channel: string;
  views: string;
  duration: string;
  theme: 'dark' | 'light';
}

/** The details that all thumbnails share. Only the title belongs to one thumbnail. */
type ChannelDetails = Omit<VideoDetails, 'title'>;

/** YouTube's own limit, and what fits into its lines. */
export const MAX_LENGTHS = { title: 100, channel: 50, views: 40, duration: 8 } as const;

const DEFAULTS = {
  channel: 'Your channel',
  views: '1.2K views · 3 hours ago',
  duration: '12:34',
  theme: 'dark',
} as const;

const isStored = isObjectOf<ChannelDetails>({
  channel: isString,
  views: isString,
  duration: isString,
  theme: isOneOf('dark', 'light'),
});

/** True if the text is a duration as YouTube writes it, e.g. 12:34, or empty. An empty duration hides the badge. */
export const isDuration = (text: string): boolean => /^(?:(?:\d{1,2}:)?\d{1,2}:\d{2})?$/.test(text);

/** The details of the last preview in this browser, and the title of the thumbnail's video. It starts as the concept's, or the name. */
export function useVideoDetails(thumbnail: { id: string; prompt: string; name: string }) {
  const [details, setDetails] = useState<VideoDetails>(() => {
    const { channel, views, duration, theme } = readJson(STORAGE_KEYS.videoDetails, isStored) ?? DEFAULTS;
    return {
      title: findTitle(thumbnail) ?? Array.from(thumbnail.name).slice(0, MAX_LENGTHS.title).join(''),
      channel,
      views,
      duration: isDuration(duration) ? duration : DEFAULTS.duration,
      theme,
    };
  });

  const change = (changes: Partial<VideoDetails>) => {
    const next = { ...details, ...changes };
    setDetails(next);
    const { title, ...ofChannel } = next;
    if (changes.title !== undefined) keepWords({ of: thumbnail.id, title });
    writeItem(STORAGE_KEYS.videoDetails, JSON.stringify(ofChannel));
  };
  return { details, change };
}

export type Video = ReturnType<typeof useVideoDetails>;
