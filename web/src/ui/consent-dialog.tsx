import type { ReactNode } from 'react';
import { useSiteConfig } from '../api/site-config.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ConsentDialogProps {
  /** The purpose of the processing, e.g. `only to remove their background`. */
  children: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks once per account, before the first upload. */
export function ConsentDialog({ children, onConfirm, onCancel }: ConsentDialogProps) {
  const config = useSiteConfig();
  const legal = config.status === 'success' ? config.data.legal : undefined;
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
          {legal && (
            <a href={legal.privacyUrl} target="_blank" rel="noreferrer">
              <span>Privacy policy</span>
              <span className="visually-hidden"> (opens in a new tab)</span>
            </a>
          )}
        </p>
      </div>
    </Dialog>
  );
}
