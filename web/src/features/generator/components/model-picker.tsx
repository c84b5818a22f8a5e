import { formatCredits } from '../../../lib/format.ts';
import { ChevronIcon } from '../../../ui/icons.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { GeneratorForm } from '../hooks/use-generator-form.ts';

/** A reference decides the model. The picker has its size before the models are known, so that nothing moves when they arrive. */
export function ModelPicker({ form: { models, reference, changeForm } }: { form: GeneratorForm }) {
  const { options, selected } = models;
  const isLoading = !options?.length;
  return (
    <div className="chip model-picker">
      <select
        aria-label="Model"
        title={selected?.strength}
        value={selected?.id}
        disabled={isLoading || reference.use !== undefined}
        onChange={(event) => changeForm({ model: event.target.value })}
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
