import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { LIMITS } from '#contract/limits.ts';
import type { Cutout, CutoutNames } from '../../../api/cutouts.ts';
import { replaceControls } from '../../../lib/replace-controls.ts';
import { Button } from '../../../ui/button.tsx';
import { ChevronIcon } from '../../../ui/icons.tsx';
import type { FormTexts } from '../../../outbox/cutout-names.ts';

interface NamesFormProps {
  cutout: Cutout;
  label: string;
  /** The id of the list with the known persons. */
  persons: string;
  /** The texts that the server does not have. */
  unsaved: FormTexts | undefined;
  onType: (names: Required<CutoutNames>) => void;
  onSave: (names: CutoutNames) => void;
  /** Undefined if the form stays open. */
  onCancel?: () => void;
}

/** Asks what a cut-out is called, and whom it shows. */
export function NamesForm({ cutout, label, persons, unsaved, onType, onSave, onCancel }: NamesFormProps) {
  const errorId = useId();
  const first = useRef<HTMLInputElement>(null);
  const [{ name, person }, setTexts] = useState(() => {
    const { name: first = '', person: second = '' } = unsaved ?? cutout;
    return { name: first, person: second };
  });
  const type = (typed: { name: string } | { person: string }) => {
    const texts = { name, person, ...typed };
    setTexts(texts);
    onType(texts);
  };
  // A press has opened the form, unless unsaved texts have.
  const takesFocus = onCancel !== undefined && unsaved === undefined;
  useEffect(() => {
    if (!takesFocus) return;
    first.current?.focus();
    first.current?.select();
    first.current?.form?.scrollIntoView({ block: 'nearest' });
  }, []);
  const keys = {
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || onCancel === undefined) return;
      event.preventDefault(); // The dialog stays open.
      onCancel();
    },
  };
  const input = {
    ...keys,
    className: 'field-box',
    autoComplete: 'off',
    dir: 'auto',
    maxLength: LIMITS.cutoutNameLength,
    'aria-describedby': unsaved?.failure === undefined ? undefined : errorId,
  } as const;
  return (
    <form
      className="cutout-names"
      aria-label={`Name and person of ${label}`}
      onSubmit={(event) => {
        event.preventDefault();
        onSave({ name: name.trim() || undefined, person: person.trim() || undefined });
      }}
    >
      <input
        {...input}
        ref={first}
        aria-label="Name"
        placeholder="Name, such as laughing"
        value={name}
        onChange={({ currentTarget }) => type({ name: replaceControls(currentTarget.value) })}
      />
      <span className="cutout-person">
        <input
          {...input}
          aria-label="Person"
          placeholder="Person"
          list={persons}
          value={person}
          onChange={({ currentTarget }) => type({ person: replaceControls(currentTarget.value) })}
        />
        <ChevronIcon />
      </span>
      <Button variant="outline" type="submit" {...keys}>
        Save
      </Button>
      {onCancel && (
        <Button variant="quiet" onClick={onCancel} {...keys}>
          Cancel
        </Button>
      )}
      {unsaved?.failure !== undefined && (
        <p id={errorId} className="cutout-message" role="alert">
          {unsaved.failure}
        </p>
      )}
    </form>
  );
}
