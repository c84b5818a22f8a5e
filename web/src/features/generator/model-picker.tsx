import { useSiteConfig } from '../../api/site-config.ts';
import { formatCredits } from '../../lib/format.ts';
import { Field } from '../../ui/field.tsx';
import { ChevronIcon } from '../../ui/icons.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

interface ModelPickerProps {
  /** Undefined: the preferred model, which is the first one of the settings. */
  model: string | undefined;
  onChange: (model: string) => void;
}

/** Has its full size before the models are known, so that nothing moves when they arrive. */
export function ModelPicker({ model, onChange }: ModelPickerProps) {
  const config = useSiteConfig();
  const models = config.status === 'success' ? config.data.models : [];
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
                {label} ({formatCredits(cost)})
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
