import { useId } from 'react';
import type { Design } from '../../../../../../contract/design.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { useCanvas } from '../../hooks/use-canvas.ts';
import { useFonts } from '../../hooks/use-fonts.ts';
import type { FinishedImage } from '../../../../lib/render/finished-image.ts';
import './conflict-dialog.css';

interface ConflictDialogProps {
  mine: FinishedImage;
  theirs: Design;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** The design was changed in two places. The creator chooses one of the versions; the other is lost. */
export default function ConflictDialog({ mine, theirs, onKeepMine, onTakeTheirs }: ConflictDialogProps) {
  return (
    <Dialog
      title="Two versions of this design"
      // Escape cannot choose: the dialog stays.
      onCancel={() => undefined}
      actions={
        <>
          <Button variant="primary" onClick={onKeepMine}>
            Keep this version
          </Button>
          <Button variant="outline" onClick={onTakeTheirs}>
            Use the other version
          </Button>
        </>
      }
    >
      <p>It was changed in another tab or on another device. The version that you do not choose is lost.</p>
      <div className="conflict-versions">
        <Version title="This version" finished={mine} />
        <Version title="The other version" finished={{ ...mine, design: theirs }} />
      </div>
    </Dialog>
  );
}

function Version({ title, finished }: { title: string; finished: FinishedImage }) {
  const id = useId();
  const fonts = useFonts(finished.design);
  const { ref } = useCanvas(finished, fonts.loaded);
  return (
    <figure>
      <canvas ref={ref} role="img" aria-labelledby={id} />
      <figcaption id={id}>{title}</figcaption>
    </figure>
  );
}
