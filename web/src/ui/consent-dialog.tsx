import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ConsentDialogProps {
  /** The purpose of the processing, e.g. `only to remove their background`. */
  children: ReactNode;
  /** The address of the privacy policy. Undefined if the stage has none. */
  privacyUrl: string | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks once per account, before the first upload. */
export function ConsentDialog({ children, privacyUrl, onConfirm, onCancel }: ConsentDialogProps) {
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
          <span>
            Upload only images that are yours or that you may use: they are processed in the United States
          </span>{' '}
          <span>{children}</span>
          <span>, and deleted within a day.</span>{' '}
          {privacyUrl !== undefined && (
            <a href={privacyUrl} target="_blank" rel="noreferrer">
              <span>Privacy policy</span>
              <span className="visually-hidden"> (opens in a new tab)</span>
            </a>
          )}
        </p>
      </div>
    </Dialog>
  );
}
