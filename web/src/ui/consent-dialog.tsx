import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ConsentDialogProps {
  /** Explains for what the image is processed, and when it is deleted. */
  children: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks once per account, before the first upload. */
export function ConsentDialog({ children, onConfirm, onCancel }: ConsentDialogProps) {
  return (
    <Dialog
      title="May you use this image?"
      onCancel={onCancel}
      cancelLabel="Cancel"
      actions={
        <Button variant="primary" onClick={onConfirm}>
          Yes, upload it
        </Button>
      }
    >
      <div className="consent">
        <p>
          Upload only images that are yours, or that you have permission to use. You confirm this for every
          image that you give a purpose.
        </p>
        <p>
          Your image is processed in three AWS regions in the United States{' '}
          <span className="consent-regions">(us-east-1, us-east-2 and us-west-2)</span>,{' '}
          <span>{children}</span>
        </p>
      </div>
    </Dialog>
  );
}
