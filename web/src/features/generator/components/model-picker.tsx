import { formatCredits } from '../../../lib/format.ts';
import { Field } from '../../../ui/field.tsx';
import { ChevronIcon } from '../../../ui/icons.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { useModelOptions } from '../hooks/use-model-options.ts';
import './model-picker.css';

interface ModelPickerProps extends ReturnType<typeof useModelOptions> {
  disabled: boolean;
  onChange: (model: string) => void;
}

/** Has its full size before the models are known, so that nothing moves when they arrive. */
export function ModelPicker({ options, selected, disabled, onChange }: ModelPickerProps) {
  const isLoading = !options?.length;
  return (
    <Field label="Model">
      {(id) => (
        <>
          <div className="model-picker">
            <select
              id={id}
              className="field-box"
              value={selected?.id}
              disabled={isLoading || disabled}
              aria-describedby={`${id}-strength`}
              onChange={(event) => onChange(event.target.value)}
            >
              {options?.map(({ id: value, label, cost }) => (
                <option key={value} value={value}>
                  {label} ({formatCredits(cost)})
                </option>
              ))}
            </select>
            {isLoading && <Skeleton width={16} />}
            <ChevronIcon />
          </div>
          <p id={`${id}-strength`} className="model-strength">
            {selected?.strength}
          </p>
        </>
      )}
    </Field>
  );
}
