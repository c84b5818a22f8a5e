import { useId, useState } from 'react';
import { LIMITS } from '#contract/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';

interface NameDialogProps {
  name: string;
  onSave: (name: string) => void;
  onCancel: () => void;
}

/** Asks for the name of a thumbnail. Without a name, its prompt names it. */
export function NameDialog({ name, onSave, onCancel }: NameDialogProps) {
  const [text, setText] = useState(name);
  const id = useId();
  return (
    <Dialog
      title="Rename this thumbnail"
      onCancel={onCancel}
      cancelLabel="Cancel"
      actions={
        <Button variant="primary" type="submit" form={id}>
          Save
        </Button>
      }
    >
      <form
        id={id}
        onSubmit={(event) => {
          event.preventDefault();
          onSave(text.trim());
        }}
      >
        <TextField
          label="Name"
          dir="auto"
          maxLength={LIMITS.thumbnailNameLength}
          value={text}
          onChange={setText}
        />
      </form>
    </Dialog>
  );
}
