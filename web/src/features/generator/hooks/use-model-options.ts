import type { ReferenceUse } from '#contract/reference-use.ts';
import type { ModelInfo, SiteConfig } from '#contract/site-config.ts';
import { useSiteConfig } from '../../../api/site-config.ts';

type ModelOption = ModelInfo & { id: string };

interface ModelOptions {
  /** Undefined until the settings have loaded. */
  options: ModelOption[] | undefined;
  /** The model of the next generation. */
  selected: ModelOption | undefined;
}

/**
 * The models that a creator can choose from.
 * @param model the chosen one. Undefined: the preferred one, which is the first of the settings.
 * @param reference the use of the active reference. Its model replaces the choice.
 */
export function useModelOptions(
  model: string | undefined,
  reference: ReferenceUse | undefined,
): ModelOptions {
  const config = useSiteConfig();
  const settings = config.status === 'success' ? config.data : undefined;
  const options = reference
    ? settings?.referenceModels.filter(({ service }) => service === reference).map(toOption)
    : settings?.models;
  return { options, selected: options?.find(({ id }) => id === model) ?? options?.[0] };
}

const toOption = ({ service, ...rest }: SiteConfig['referenceModels'][number]) => ({ id: service, ...rest });
