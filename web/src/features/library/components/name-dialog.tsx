import { useState } from 'react';
import { LIMITS } from '../../../../../contract/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';

interface NameDialogProps {
  name: string;
  onSave: (name: string) => void;
  onCancel: () => void;
}

/** Asks for the name of a thumbnail. Without a name, its prompt names it. */
export function NameDialog({ name, onSave, onCancel }: NameDialogProps) {
  const [text, setText] = useState(name);
  const save = () => onSave(text.trim());
  return (
    <Dialog
      title="Rename this thumbnail"
      onCancel={onCancel}
      actions={
        <>
          <Button variant="primary" onClick={save}>
            Save
          </Button>
          <Button variant="outline" onClick={onCancel}>
            Cancel
          </Button>
        </>
      }
    >
      <Field label="Name">
        {(id) => (
          <input
            id={id}
            className="field-box"
            dir="auto"
            maxLength={LIMITS.thumbnailNameLength}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') save();
            }}
          />
        )}
      </Field>
    </Dialog>
  );
}
