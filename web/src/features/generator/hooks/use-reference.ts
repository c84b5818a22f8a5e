import { useState } from 'react';
import type { ReferenceRequest } from '#contract/endpoints/reference-schemas.ts';
import type { AssignedImage, ImageInput, LocalImage } from '../../../generations/generation.ts';
import { usePromptLink } from './use-prompt-link.ts';

/** The values of the API's `fidelity`: a higher value makes the image follow the style more closely. */
export const FIDELITY = { loose: 0.3, close: 0.5 } as const;

export type Strength = keyof typeof FIDELITY;

/**
 * Finds the reference of the next thumbnail: the video of the prompt's link, or an image with a purpose. If there are both, the
 * reference that the creator added last is used until the creator chooses.
 * @param offersHandles whether the stage can look up a channel by its handle.
 */
export function useReference(prompt: string, userId: string | undefined, offersHandles = true) {
  const [images, setImages] = useState<readonly LocalImage[]>([]);
  const [assigned, setAssigned] = useState<AssignedImage>();
  const [strength, setStrength] = useState<Strength>('close');
  const [shownVideo, setShownVideo] = useState<{ url: string; videoId: string }>();
  const [preferred, setPreferred] = useState<'video' | 'image'>('video');

  const read = usePromptLink(prompt, offersHandles);
  const { link, text = prompt, error } = read ?? {};
  const [lastUrl, setLastUrl] = useState(link?.url);
  if (link?.url !== lastUrl) {
    setLastUrl(link?.url);
    setPreferred('video');
  }

  const image = assigned?.userId === userId ? assigned : undefined;
  const preferredKind = link && image ? preferred : undefined;
  const isImageUsed = image !== undefined && preferredKind !== 'video';
  const videoId = shownVideo?.url === link?.url ? shownVideo?.videoId : undefined;

  const video: ReferenceRequest | undefined =
    link === undefined || isImageUsed
      ? undefined
      : { kind: 'video', fidelity: FIDELITY[strength], ...(videoId !== undefined && { videoId }) };

  /** The input of a generation. The link of a video stays in the prompt. */
  const input: Omit<ImageInput, 'negativePrompt' | 'model'> = {
    prompt: isImageUsed ? text : prompt,
    video,
    /** A channel whose newest video is not shown yet. */
    channelUrl: video && videoId === undefined && link?.reference.kind === 'channel' ? link.url : undefined,
    image: isImageUsed ? image : undefined,
  };

  return {
    /** The link in the prompt is not read yet. */
    isLoading: read === undefined,
    link,
    /** The prompt without the link. */
    text,
    image,
    /** The reference that is used when there are a link and an image. */
    preferred: preferredKind,
    setPreferred,
    strength,
    setStrength,
    setShownVideo,
    /** The purpose that decides the model. Undefined without a reference. */
    use: isImageUsed ? image.use : video && 'style',
    /** The images that the creator has chosen. An image stays in the browser until it gets a purpose. */
    images,
    addImages: (added: readonly LocalImage[]) => setImages((before) => [...before, ...added]),
    removeImage: (removed: LocalImage) => setImages((before) => before.filter((other) => other !== removed)),
    /** The images that the next thumbnail does not use. */
    unusedImages: images.filter((each) => !isImageUsed || each !== image.image),
    assign: (next: AssignedImage | undefined) => {
      setAssigned(next);
      setPreferred('image');
    },
    /** Why the prompt cannot be sent. */
    error:
      error ??
      (preferredKind === 'image' && text === ''
        ? 'Describe the thumbnail in words: the link is set aside.'
        : undefined),
    input,
  };
}

export type Reference = ReturnType<typeof useReference>;
