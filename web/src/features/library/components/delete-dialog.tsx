import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

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
        {count === 1 ? 'its image and its design' : 'their images and their designs'} are deleted for good.
        The credits are not returned.
      </p>
    </Dialog>
  );
}
