import { useSiteConfig } from '../api/site-config.ts';
import { Field } from '../ui/field.tsx';
import { ChevronIcon } from '../ui/icons.tsx';
import { countCredits } from '../ui/count-credits.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import './model-picker.css';

interface ModelPickerProps {
  /** Undefined: the preferred model, which the server puts first. */
  model: string | undefined;
  onChange: (model: string) => void;
}

/** Takes its full room before the models are known, so that nothing moves when they arrive. */
export function ModelPicker({ model, onChange }: ModelPickerProps) {
  const models = useSiteConfig()?.models ?? [];
  return (
    <Field label="Model">
      {(id) => (
        <div className="model-picker">
          <select
            id={id}
            className="field-box"
            value={model ?? models[0]?.id}
            disabled={models.length === 0}
            onChange={(event) => onChange(event.target.value)}
          >
            {models.map(({ id: value, label, cost }) => (
              <option key={value} value={value}>
                {label} ({countCredits(cost)})
              </option>
            ))}
          </select>
          {models.length === 0 && <Skeleton width={16} />}
          <ChevronIcon />
        </div>
      )}
    </Field>
  );
}
