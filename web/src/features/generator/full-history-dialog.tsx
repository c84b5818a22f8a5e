import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface FullHistoryDialogProps {
  onContinue: () => void;
  onCancel: () => void;
}

export function FullHistoryDialog({ onContinue, onCancel }: FullHistoryDialogProps) {
  return (
    <Dialog
      title="Warning!"
      onCancel={onCancel}
      actions={
        <>
          <Button variant="primary" onClick={onContinue}>
            Continue
          </Button>
          <Button variant="outline" onClick={onCancel}>
            Cancel
          </Button>
        </>
      }
    >
      <p>
        Previous Thumbnails is full. A new thumbnail takes the place of the oldest one: download that first if
        you want to keep it.
      </p>
    </Dialog>
  );
}
