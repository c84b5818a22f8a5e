import { useSiteConfig } from '../../../api/site-config.ts';
import type { SiteConfig } from '#contract/site-config.ts';

const NONE: SiteConfig['thumbnailModels'] = [];

/** The models that make thumbnails, with or without a reference. None while the settings load. */
export function useThumbnailModels(): SiteConfig['thumbnailModels'] {
  const config = useSiteConfig();
  const { thumbnailModels = NONE } = config.status === 'success' ? config.data : {};
  return thumbnailModels;
}

/** Returns the name of a model, e.g. `Stable Image Core`. Returns undefined for a model that the stage no longer has. */
export const useModelLabel = (model: string): string | undefined =>
  useThumbnailModels().find(({ id }) => id === model)?.label;
