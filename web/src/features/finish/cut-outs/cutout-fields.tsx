import { useId } from 'react';
import type { KeyboardEvent } from 'react';
import { LIMITS } from '#contract/limits.ts';
import { replaceControls } from '../../../lib/replace-controls.ts';
import { ChevronIcon } from '../../../ui/icons.tsx';
import { useEditedDesign } from '../editor/design-context.ts';
import { listPersons } from '../editor/list-choices.ts';
import { useCutoutNames } from './use-cutout-names.ts';
// The panel that opens these fields has loaded `label-field.css`.
import './cutout-fields.css';

/** The name and the person of the cut-out of the selected layer. A cut-out that is not in the account any more has neither. */
export default function CutoutFields({ cutoutId }: { cutoutId: string }) {
  const { list } = useEditedDesign().cutouts;
  const naming = useCutoutNames(false);
  const persons = useId();
  const all = list.status === 'success' ? list.data : [];
  const cutout = all.find(({ id }) => id === cutoutId);
  if (!cutout) return null;
  const texts = naming.texts.get(cutoutId);
  const { name = '', person = '' } = texts ?? cutout;
  const forField = (field: 'name' | 'person') => ({
    value: { name, person }[field],
    onType: (text: string) => naming.type(cutout, { name, person, [field]: text }),
    onSave: () =>
      texts && naming.save(cutoutId, { name: name.trim() || undefined, person: person.trim() || undefined }),
    onReset: () => {
      const isTyped = texts !== undefined && { name, person }[field] !== (cutout[field] ?? '');
      if (isTyped) naming.type(cutout, { name, person, [field]: cutout[field] ?? '' });
      return isTyped;
    },
  });
  return (
    <>
      <NameField label="Name" placeholder="Such as angry" {...forField('name')} />
      <NameField label="Person" placeholder="Such as Me" list={persons} {...forField('person')} />
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
      <p className="cutout-delay" role="status">
        {naming.delay}
      </p>
    </>
  );
}

interface NameFieldProps {
  label: 'Name' | 'Person';
  value: string;
  placeholder: string;
  /** The id of the list of known words. */
  list?: string;
  onType: (text: string) => void;
  onSave: () => void;
  /** Brings the saved text back. @returns whether another text was typed */
  onReset: () => boolean;
}

/** A text that is saved when the creator leaves its field or presses Enter. Escape brings the saved text back. */
function NameField({ label, value, placeholder, list, onType, onSave, onReset }: NameFieldProps) {
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) onSave();
    if (event.key === 'Escape' && onReset()) event.stopPropagation(); // The layer stays selected.
  };
  return (
    <label className="label-field cutout-field">
      <span aria-hidden="true">{label}</span>
      <input
        aria-label={`${label} of the cut-out`}
        placeholder={placeholder}
        autoComplete="off"
        dir="auto"
        list={list}
        maxLength={LIMITS.cutoutNameLength}
        value={value}
        onChange={({ currentTarget }) => onType(replaceControls(currentTarget.value))}
        onBlur={onSave}
        onKeyDown={press}
      />
      {list !== undefined && <ChevronIcon />}
    </label>
  );
}
