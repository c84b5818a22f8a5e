import { useId, useRef, useState } from 'react';
import { deleteCutout } from '../../api.ts';
import type { Cutout } from '../../../../api/cutouts.ts';
import { useConsent } from '../../../../lib/use-consent.ts';
import { formatCredits, formatDay } from '../../../../lib/format.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConsentDialog } from '../../../../ui/consent-dialog.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { AddPictureIcon } from '../../../../ui/icons.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import type { CutoutCreation } from '../../hooks/use-cutout-creation.ts';
import type { Cutouts } from '../../hooks/use-cutouts.ts';
import { TrashIcon } from '../icons.tsx';
import './cutout-dialog.css';

interface CutoutDialogProps {
  userId: string;
  list: Cutouts['list'];
  /** In credits. Undefined where the stage makes no new cut-outs. */
  cost: number | undefined;
  /** A picture that waits for a press, because the cut-out costs credits. */
  dropped: File | undefined;
  /** The cut-outs in the design. */
  usedIds: ReadonlySet<string>;
  creation: CutoutCreation;
  onCreate: (file: File) => void;
  onPlace: (cutoutId: string) => void;
  onClose: () => void;
}

/** The cut-outs of the account, to place one or to make one of an image. */
export function CutoutDialog(props: CutoutDialogProps) {
  const { userId, list, cost, dropped, usedIds, creation, onCreate, onPlace, onClose } = props;
  const consent = useConsent(userId);
  const [asking, setAsking] = useState<File>();
  return (
    <>
      <Dialog
        title="Add a cut-out"
        onCancel={onClose}
        actions={
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
        }
      >
        <div className="cutouts">
          {cost !== undefined && (
            <FileChooser
              cost={cost}
              dropped={dropped}
              creation={creation}
              onChoose={(file) => (consent.isGiven ? onCreate(file) : setAsking(file))}
            />
          )}
          <CutoutList list={list} usedIds={usedIds} onPlace={onPlace} />
        </div>
      </Dialog>
      {/* Above the other dialog, which gets the focus back. */}
      {asking && (
        <ConsentDialog
          onConfirm={() => {
            consent.give();
            setAsking(undefined);
            onCreate(asking);
          }}
          onCancel={() => setAsking(undefined)}
        >
          only to remove its background, and deleted within a day. The cut-out stays in your account until you
          delete it.
        </ConsentDialog>
      )}
    </>
  );
}

interface FileChooserProps extends Pick<CutoutDialogProps, 'dropped' | 'creation'> {
  cost: number;
  onChoose: (file: File) => void;
}

function FileChooser({ cost, dropped, creation, onChoose }: FileChooserProps) {
  const id = useId();
  const isBusy = creation.status === 'busy';
  return (
    <>
      <div className="cutout-file" data-busy={isBusy}>
        {isBusy ? <Spinner /> : <AddPictureIcon />}
        <label htmlFor={id}>{isBusy ? creation.message : 'Cut out a face or an object'}</label>
        <small id={`${id}-hint`}>
          Removes the background of your image. {formatCredits(cost)}, returned if it fails.
        </small>
        <input
          id={id}
          type="file"
          accept="image/*"
          aria-describedby={`${id}-hint`}
          disabled={isBusy}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            currentTarget.value = ''; // Allows choosing the same file again.
            if (file) onChoose(file);
          }}
        />
      </div>
      {dropped && !isBusy && (
        <Button variant="primary" className="cutout-dropped" onClick={() => onChoose(dropped)}>
          <span>Cut out {dropped.name}</span> {formatCredits(cost)}
        </Button>
      )}
      <p className="cutout-error" role="alert">
        {creation.status === 'failed' && `The cut-out was not made: ${creation.reason}.`}
      </p>
      <p className="visually-hidden" role="status">
        {isBusy && 'Making the cut-out'}
      </p>
    </>
  );
}

function CutoutList({ list, usedIds, onPlace }: Pick<CutoutDialogProps, 'list' | 'usedIds' | 'onPlace'>) {
  switch (list.status) {
    case 'pending':
      return <p>Loading your cut-outs...</p>;
    case 'error':
      return (
        <p>
          Your cut-outs could not be loaded.{' '}
          <Button variant="brand" onClick={list.refetch}>
            Try again
          </Button>
        </p>
      );
    case 'success':
      return <CutoutTiles cutouts={list.data} usedIds={usedIds} onPlace={onPlace} onRemoved={list.setData} />;
  }
}

interface CutoutTilesProps extends Pick<CutoutDialogProps, 'usedIds' | 'onPlace'> {
  cutouts: Cutout[];
  onRemoved: (rest: Cutout[]) => void;
}

/** Cut-outs to place. Each cost credits, so deleting one takes two presses. */
function CutoutTiles({ cutouts, usedIds, onPlace, onRemoved }: CutoutTilesProps) {
  const tiles = useRef<HTMLUListElement>(null);
  /** The cut-out that is deleted with the next press. */
  const [asking, setAsking] = useState<string>();
  const [hasFailed, setHasFailed] = useState(false);

  const remove = async (id: string) => {
    setHasFailed(false);
    try {
      await deleteCutout(id);
      tiles.current?.focus(); // The pressed button goes away with the cut-out.
      onRemoved(cutouts.filter((cutout) => cutout.id !== id));
    } catch {
      setHasFailed(true);
    }
  };

  return (
    <>
      <ul ref={tiles} className="cutout-list" tabIndex={-1} aria-label="Your cut-outs">
        {cutouts.map((cutout, index) => {
          const name = `cut-out ${index + 1}`;
          const isAsking = cutout.id === asking;
          return (
            <li key={cutout.id}>
              <button type="button" className="cutout-place" onClick={() => onPlace(cutout.id)}>
                <img
                  src={cutout.url}
                  alt={`Place ${name}, from ${formatDay(cutout.createdAt)}`}
                  width={cutout.width}
                  height={cutout.height}
                  loading="lazy"
                />
              </button>
              <IconButton
                aria-label={isAsking ? `Really delete ${name}` : `Delete ${name}`}
                data-asking={isAsking}
                onClick={() => (isAsking ? void remove(cutout.id) : setAsking(cutout.id))}
                onBlur={() => setAsking(undefined)}
              >
                {isAsking ? 'Delete?' : <TrashIcon />}
              </IconButton>
            </li>
          );
        })}
      </ul>
      {cutouts.length === 0 && <p>You have no cut-outs yet. They stay here until you delete them.</p>}
      <p className="cutout-warning" role="status">
        {asking !== undefined &&
          `${usedIds.has(asking) ? 'This design uses the cut-out' : 'If another design uses the cut-out'}: its layer stays, and says that it is not available.`}
      </p>
      <p className="cutout-error" role="alert">
        {hasFailed && 'The cut-out could not be deleted. Please try again.'}
      </p>
    </>
  );
}
