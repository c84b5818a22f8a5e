import { LINK_REASONS } from '#contract/link-reasons.ts';
import { parseVideoReference, type VideoSource } from '#contract/video-reference.ts';

export interface ReadPrompt {
  link?: {
    reference: VideoSource;
    /** The URL of the video or channel. All spellings of the link have the same URL. */
    url: string;
  };
  /** The prompt without the link. */
  text: string;
  /** Why the prompt cannot be sent. */
  error?: string;
}

/** Separates the link from the words of a prompt. The code loads with the first link. */
export function readPrompt(prompt: string, offersHandles: boolean): ReadPrompt {
  const parsed = parseVideoReference(prompt);
  if ('error' in parsed) return { text: prompt, error: `${LINK_REASONS[parsed.error]}.` };
  const { reference, text } = parsed;
  if (reference === undefined) return { text };
  if ('handle' in reference && !offersHandles)
    return { text: prompt, error: `${LINK_REASONS.unsupportedHandle}.` };
  return { link: { reference, url: formatUrl(reference) }, text };
}

function formatUrl(reference: VideoSource): string {
  if (reference.kind === 'video') return `https://youtu.be/${reference.id}`;
  const path = 'handle' in reference ? `@${reference.handle}` : `channel/${reference.channelId}`;
  return `https://www.youtube.com/${path}`;
}
