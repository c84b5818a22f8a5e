import { AI_PICTURE, EDITED_PHOTO, PHOTO } from '#contract/photo.ts';
import { useSiteConfig } from '../../../api/site-config.ts';
import type { SiteConfig } from '#contract/site-config.ts';

type ThumbnailModels = SiteConfig['thumbnailModels'];

/** The labels of thumbnails that no model made. Every stage has them. */
const PHOTOS: ThumbnailModels = [
  { id: PHOTO, label: 'Photo' },
  { id: EDITED_PHOTO, label: 'Edited photo' },
  { id: AI_PICTURE, label: 'AI picture' },
];

/** The models that make thumbnails, with or without a reference, and the photos. Only the photos while the settings load. */
export function useThumbnailModels(): ThumbnailModels {
  const config = useSiteConfig();
  return config.status === 'success' ? [...config.data.thumbnailModels, ...PHOTOS] : PHOTOS;
}

/** Returns the name of a model, e.g. `Stable Image Core`. Returns undefined for a model that the stage no longer has. */
export const useModelLabel = (model: string): string | undefined =>
  useThumbnailModels().find(({ id }) => id === model)?.label;
