import { useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { LIMITS } from '#contract/limits.ts';
import type { CutoutNames } from '../../../api/cutouts.ts';
import { replaceControls } from '../../../lib/replace-controls.ts';
import { ChevronIcon } from '../../../ui/icons.tsx';
import { useEditedDesign } from '../editor/design-context.ts';
import { listPersons } from '../editor/list-choices.ts';
import { useCutoutNames } from './use-cutout-names.ts';
import './cutout-fields.css';

/** The name and the person of the cut-out of the selected layer. A cut-out that is not in the account any more has neither. */
export default function CutoutFields({ cutoutId }: { cutoutId: string }) {
  const { list } = useEditedDesign().cutouts;
  const naming = useCutoutNames(false);
  const persons = useId();
  const all = list.status === 'success' ? naming.apply(list.data) : [];
  const cutout = all.find(({ id }) => id === cutoutId);
  if (!cutout) return null;
  const unsaved = naming.unsaved.get(cutoutId);
  const { name, person } = unsaved ?? cutout;
  const hasFailed = unsaved?.failure !== undefined;
  const save = (changes: CutoutNames) => naming.save(cutoutId, { name, person, ...changes });
  return (
    <>
      <NameField
        label="Name"
        value={name}
        placeholder="Such as angry"
        hasFailed={hasFailed}
        onSave={(text) => save({ name: text })}
      />
      <NameField
        label="Person"
        value={person}
        placeholder="Such as Me"
        list={persons}
        hasFailed={hasFailed}
        onSave={(text) => save({ person: text })}
      />
      <datalist id={persons}>
        {listPersons(all).map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </datalist>
      <p className="visually-hidden" role="status">
        {naming.saved}
      </p>
    </>
  );
}

interface NameFieldProps {
  label: 'Name' | 'Person';
  value: string | undefined;
  placeholder: string;
  /** The id of the list of known words. */
  list?: string;
  /** True if the text could not be saved. */
  hasFailed: boolean;
  onSave: (value: string | undefined) => void;
}

/** A text that is saved when the creator leaves its field or presses Enter. Escape brings the last text back. */
function NameField({ label, value = '', placeholder, list, hasFailed, onSave }: NameFieldProps) {
  const [typed, setTyped] = useState<string>();
  const end = () => {
    setTyped(undefined);
    const text = (typed ?? value).trim();
    if (text !== value || hasFailed) onSave(text === '' ? undefined : text);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) end();
    if (event.key !== 'Escape' || typed === undefined) return;
    event.stopPropagation(); // The layer stays selected.
    setTyped(undefined);
  };
  return (
    <label className="cutout-field">
      <span aria-hidden="true">{label}</span>
      <input
        aria-label={`${label} of the cut-out`}
        placeholder={placeholder}
        autoComplete="off"
        dir="auto"
        list={list}
        maxLength={LIMITS.cutoutNameLength}
        value={typed ?? value}
        onChange={({ currentTarget }) => setTyped(replaceControls(currentTarget.value))}
        onBlur={end}
        onKeyDown={press}
      />
      {list !== undefined && <ChevronIcon />}
    </label>
  );
}
