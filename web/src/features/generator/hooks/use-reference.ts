import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { ReferenceRequest } from '#contract/endpoints/reference-schemas.ts';
import type { AssignedImage, ImageInput, LocalImage } from '../../../generations/generation.ts';
import type { ReferenceUpload } from '../../../api/reference-upload.ts';
import { FIDELITY, keptReference, NO_CHOICES } from '../../../generations/kept-reference.ts';
import type { ReferenceChoices, Strength } from '../../../generations/kept-reference.ts';
import { isSignedInAs } from '../../../session/session-store.ts';
import { usePromptLink } from './use-prompt-link.ts';
import type { SeriesPart } from './use-series.ts';

interface ReferenceOptions {
  /** The stage can look up a channel by its handle. @default true */
  offersHandles?: boolean;
  /** The reference that the next thumbnail can take from an earlier one. */
  style?: SeriesPart['reference'];
}

/**
 * Finds the reference of the next thumbnail: the video of the prompt's link, or an image with a purpose. If there are both, the
 * reference that the creator added last is used until the creator chooses. A link that the creator has set aside is not used instead of
 * the style of a series.
 */
export function useReference(
  prompt: string,
  userId: string | undefined,
  { offersHandles = true, style }: ReferenceOptions = {},
) {
  const choices = useSyncExternalStore(keptReference.subscribe, keptReference.get, () => NO_CHOICES);
  const { images, assigned: image, strength, linkSetAside } = choices;
  const [shownVideo, setShownVideo] = useState<{ url: string; videoId: string }>();
  // A file may be read after the session of its user has ended.
  const change = (changes: Partial<ReferenceChoices>) => {
    if (userId === undefined || isSignedInAs(userId))
      keptReference.set({ ...keptReference.get(), ...changes });
  };

  const read = usePromptLink(prompt, offersHandles);
  const { link, text = prompt, error } = read ?? {};
  // The same link is used again if the creator removes it and adds it later.
  const isLinkRemoved = read !== undefined && linkSetAside !== undefined && linkSetAside !== link?.url;
  const forgetLink = useEffectEvent(() => change({ linkSetAside: undefined }));
  useEffect(() => {
    if (isLinkRemoved) forgetLink();
  }, [isLinkRemoved]);

  const isLinkSetAside = link !== undefined && link.url === linkSetAside;
  const other: 'image' | 'series' | undefined = image ? 'image' : style ? 'series' : undefined;
  const preferred: 'video' | 'image' | 'series' | undefined =
    link && other && (isLinkSetAside ? other : image && 'video');
  const isImageUsed = image !== undefined && preferred !== 'video';
  const isLinkUnused = isImageUsed || preferred === 'series';
  const videoId = shownVideo?.url === link?.url ? shownVideo?.videoId : undefined;

  const video: ReferenceRequest | undefined =
    link === undefined || isLinkUnused
      ? undefined
      : { kind: 'video', fidelity: FIDELITY[strength], ...(videoId !== undefined && { videoId }) };

  /** The input of a generation. The link of a video stays in the prompt. */
  const input: Omit<ImageInput, 'negativePrompt' | 'model'> = {
    prompt: isLinkUnused ? text : prompt,
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
    /** The creator has set the link aside. It is used nevertheless if there is neither an image nor the style of a series. */
    isLinkSetAside,
    /** The reference that is used when there are a link and another reference. */
    preferred,
    setPreferred: (kind: 'video' | 'image') =>
      change({ linkSetAside: kind === 'image' ? link?.url : undefined }),
    strength,
    setStrength: (next: Strength) => change({ strength: next }),
    setShownVideo,
    /** The purpose that decides the model. Undefined without a reference. */
    use: isImageUsed ? image.use : video && 'style',
    /** The images that the creator has chosen. An image stays in the browser until it gets a purpose. */
    images,
    addImages: (added: readonly LocalImage[]) =>
      change({ images: [...keptReference.get().images, ...added] }),
    removeImage: (removed: LocalImage) =>
      change({ images: keptReference.get().images.filter((other) => other !== removed) }),
    /** The images that the next thumbnail does not use. */
    unusedImages: images.filter((each) => !isImageUsed || each !== image.image),
    assign: (assigned: AssignedImage | undefined) =>
      change({ assigned, linkSetAside: assigned && link?.url }),
    /** Takes the purpose from the image of an upload, unless the creator has chosen another purpose or image since. */
    dropUpload: (upload: ReferenceUpload) => {
      if (keptReference.get().assigned?.upload === upload) change({ assigned: undefined });
    },
    /** Why the prompt cannot be sent. */
    error:
      error ??
      (link && isLinkUnused && text === ''
        ? 'Describe the thumbnail in words: the link is set aside.'
        : undefined),
    input,
  };
}

export type Reference = ReturnType<typeof useReference>;
