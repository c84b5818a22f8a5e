import type { ThumbnailSummary } from '../../../../../contract/schemas.ts';
import { useSiteConfig } from '../../../api/site-config.ts';
import { withReference } from '../../../api/thumbnails.ts';

/** The names of models, for example `Stable Image Core`. Undefined for a model that the stage no longer offers. */
export function useModelLabel(): (thumbnail: ThumbnailSummary) => string | undefined {
  const config = useSiteConfig();
  const { models = [], referenceModels = [] } = config.status === 'success' ? config.data : {};
  return ({ model, reference }) => {
    const kind = withReference(reference).reference;
    if (kind === undefined) return models.find(({ id }) => id === model)?.label;
    return referenceModels.find(({ service }) => service === (kind === 'layout' ? 'layout' : 'style'))?.label;
  };
}
