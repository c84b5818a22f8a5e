import type { ReferenceUse } from '../../../../../contract/reference-schemas.ts';
import type { ModelInfo, SiteConfig } from '../../../../../contract/site-config.ts';
import { useSiteConfig } from '../../../api/site-config.ts';
import { formatCredits } from '../../../lib/format.ts';
import { ChevronIcon } from '../../../ui/icons.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

interface ModelPickerProps extends ReturnType<typeof useModelOptions> {
  disabled: boolean;
  /** The element that says what the model is good at. */
  strengthId: string;
  onChange: (model: string) => void;
}

/** Has its full size before the models are known, so that nothing moves when they arrive. */
export function ModelPicker({ options, selected, disabled, strengthId, onChange }: ModelPickerProps) {
  const isLoading = !options?.length;
  return (
    <div className="chip model-picker">
      <select
        aria-label="Model"
        value={selected?.id}
        disabled={isLoading || disabled}
        aria-describedby={strengthId}
        onChange={(event) => onChange(event.target.value)}
      >
        {options?.map(({ id: value, label, cost }) => (
          <option key={value} value={value}>
            {label} ({formatCredits(cost)})
          </option>
        ))}
      </select>
      {isLoading && <Skeleton width={10} />}
      <ChevronIcon />
    </div>
  );
}

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
