import { useId } from 'react';
import type { Design } from '../../../../../../contract/design.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { useFinishPage } from '../../hooks/finish-context.ts';
import { useCanvas } from '../../hooks/use-canvas.ts';
import { useFonts } from '../../hooks/use-fonts.ts';
import type { FinishedImage } from '../../../../lib/render/finished-image.ts';
import './conflict-dialog.css';

/** The design was changed in two places. The creator chooses one of the versions; the other is lost. */
export default function ConflictDialog({ theirs }: { theirs: Design }) {
  const { editor, saver, finished } = useFinishPage();
  const takeTheirs = () => {
    const taken = saver.takeTheirs();
    if (taken) editor.load(taken);
  };
  return (
    <Dialog
      title="Two versions of this design"
      // Escape cannot choose: the dialog stays.
      onCancel={() => undefined}
      actions={
        <>
          <Button variant="primary" onClick={() => saver.keepMine()}>
            Keep this version
          </Button>
          <Button variant="outline" onClick={takeTheirs}>
            Use the other version
          </Button>
        </>
      }
    >
      <p>It was changed in another tab or on another device. The version that you do not choose is lost.</p>
      <div className="conflict-versions">
        <Version title="This version" finished={finished} />
        <Version title="The other version" finished={{ ...finished, design: theirs }} />
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
