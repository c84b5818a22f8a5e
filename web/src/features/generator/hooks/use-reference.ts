import { useState } from 'react';
import type { ReferenceRequest } from '../../../../../contract/reference-schemas.ts';
import { GENERATOR_LIMITS } from '../../../../../contract/generator-limits.ts';
import { LINK_REASONS } from '../../../../../contract/link-reasons.ts';
import { parseVideoReference } from '../../../../../contract/video-reference.ts';
import type { VideoSource } from '../../../../../contract/video-reference.ts';
import type { AssignedImage, LocalImage } from '../model/runs.ts';

/** How closely the image follows the style: the API's `fidelity`. */
export const FIDELITY = { loose: 0.3, close: 0.5 } as const;

export type Strength = keyof typeof FIDELITY;

/** In UTF-16 code units. A longer prompt is too long for the API even without its link, so no key press searches it. */
const MAX_SEARCHED_LENGTH = 4 * GENERATOR_LIMITS.promptLength;

/** The link in the prompt. */
interface VideoLink {
  reference: VideoSource;
  /** One URL for all spellings of the link. */
  url: string;
}

/**
 * What the next thumbnail is made after: the video of the prompt's link, or an image with a purpose. With both, the one
 * that the creator added last is used until they choose.
 */
export function useReference(prompt: string, userId: string | undefined) {
  const [images, setImages] = useState<readonly LocalImage[]>([]);
  const [assigned, setAssigned] = useState<AssignedImage>();
  const [strength, setStrength] = useState<Strength>('close');
  const [shownVideo, setShownVideo] = useState<{ url: string; videoId: string }>();
  const [preferred, setPreferred] = useState<'video' | 'image'>('video');

  const parsed =
    prompt.length > MAX_SEARCHED_LENGTH
      ? { reference: undefined, text: prompt }
      : parseVideoReference(prompt);
  const link = findLink(parsed);
  const [lastUrl, setLastUrl] = useState(link?.url);
  if (link?.url !== lastUrl) {
    setLastUrl(link?.url);
    setPreferred('video');
  }

  const image = assigned?.userId === userId ? assigned : undefined;
  const preferredKind = link && image ? preferred : undefined;
  const isImageUsed = image !== undefined && preferredKind !== 'video';
  const text = 'text' in parsed ? parsed.text : prompt;
  const videoId = shownVideo?.url === link?.url ? shownVideo?.videoId : undefined;

  const video: ReferenceRequest | undefined =
    link === undefined || isImageUsed
      ? undefined
      : { kind: 'video', fidelity: FIDELITY[strength], ...(videoId !== undefined && { videoId }) };

  return {
    link,
    /** The prompt without the link. */
    text,
    image,
    /** With a link and an image: the one that is used. */
    preferred: preferredKind,
    setPreferred,
    strength,
    setStrength,
    setShownVideo,
    /** The purpose that decides the model. Undefined without a reference. */
    use: isImageUsed ? image.use : video && 'style',
    /** Chosen by the creator. They stay in the browser until one gets a purpose. */
    images,
    addImages: (added: readonly LocalImage[]) => setImages((before) => [...before, ...added]),
    removeImage: (removed: LocalImage) => setImages((before) => before.filter((other) => other !== removed)),
    /** The next thumbnail is not made after them. */
    unusedImages: images.filter((each) => !isImageUsed || each !== image.image),
    assign: (next: AssignedImage | undefined) => {
      setAssigned(next);
      setPreferred('image');
    },
    /** Why the prompt cannot be sent. */
    error:
      'error' in parsed
        ? `${LINK_REASONS[parsed.error]}.`
        : preferredKind === 'image' && text === ''
          ? 'Describe the thumbnail in words: the link is set aside.'
          : undefined,
    /** The input of a generation. The link of a video stays in the prompt. */
    input: {
      prompt: isImageUsed ? text : prompt,
      video,
      /** A channel whose newest video is not shown yet. */
      channelUrl: video && videoId === undefined && link?.reference.kind === 'channel' ? link.url : undefined,
      image: isImageUsed ? image : undefined,
    },
  };
}

export type Reference = ReturnType<typeof useReference>;

function findLink(parsed: ReturnType<typeof parseVideoReference>): VideoLink | undefined {
  const reference = 'text' in parsed ? parsed.reference : undefined;
  return reference && { reference, url: formatUrl(reference) };
}

function formatUrl(reference: VideoSource): string {
  if (reference.kind === 'video') return `https://youtu.be/${reference.id}`;
  const path = 'handle' in reference ? `@${reference.handle}` : `channel/${reference.channelId}`;
  return `https://www.youtube.com/${path}`;
}
