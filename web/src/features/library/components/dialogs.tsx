import { useEffect, useId, useRef, useState } from 'react';
import { LIMITS } from '#contract/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';

interface DeleteDialogProps {
  count: number;
  onConfirm: () => void;
  onCancel: () => void;
}

export function DeleteDialog({ count, onConfirm, onCancel }: DeleteDialogProps) {
  const keepButton = useRef<HTMLButtonElement>(null);
  // The browser would focus Delete, which comes first.
  useEffect(() => keepButton.current?.focus(), []);
  return (
    <Dialog
      title={count === 1 ? 'Delete this thumbnail?' : `Delete ${count} thumbnails?`}
      onCancel={onCancel}
      actions={
        <>
          <Button variant="danger" onClick={onConfirm}>
            Delete
          </Button>
          <Button ref={keepButton} variant="outline" onClick={onCancel}>
            Keep
          </Button>
        </>
      }
    >
      <p>
        You can undo this for some seconds. Then{' '}
        <span>{count === 1 ? 'its image and its design' : 'their images and their designs'}</span> are deleted
        for good. The credits are not returned.
      </p>
    </Dialog>
  );
}

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
