import { formatCredits } from '../../../lib/format.ts';
import { ChevronIcon } from '../../../ui/icons.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { useModelOptions } from '../hooks/use-model-options.ts';

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
            {`${label} (${formatCredits(cost)})`}
          </option>
        ))}
      </select>
      {isLoading && <Skeleton width={10} />}
      <ChevronIcon />
    </div>
  );
}
