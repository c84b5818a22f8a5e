import { useId, useState } from 'react';
import { deleteCutout } from '../../api.ts';
import type { Cutout } from '../../../../api/cutouts.ts';
import { useConsent } from '../../../../lib/use-consent.ts';
import { formatCredits, formatDay } from '../../../../lib/format.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConsentDialog } from '../../../../ui/consent-dialog.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { AddPictureIcon } from '../../../../ui/icons.tsx';
import { notify } from '../../../../ui/notify.ts';
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
  creation: CutoutCreation;
  onCreate: (file: File) => void;
  onPlace: (cutoutId: string) => void;
  onClose: () => void;
}

/** The cut-outs of the account, to place one or to make one of an image. */
export function CutoutDialog({
  userId,
  list,
  cost,
  creation,
  onCreate,
  onPlace,
  onClose,
}: CutoutDialogProps) {
  const consent = useConsent(userId);
  const [asking, setAsking] = useState<File>();

  const remove = async (id: string) => {
    try {
      await deleteCutout(id);
      if (list.status === 'success') list.setData(list.data.filter((cutout) => cutout.id !== id));
    } catch {
      notify.error('The cut-out could not be deleted. Please try again.');
    }
  };

  if (asking) {
    return (
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
    );
  }
  return (
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
            creation={creation}
            onChoose={(file) => (consent.isGiven ? onCreate(file) : setAsking(file))}
          />
        )}
        <CutoutList list={list} onPlace={onPlace} onRemove={(id) => void remove(id)} />
      </div>
    </Dialog>
  );
}

interface FileChooserProps {
  cost: number;
  creation: CutoutCreation;
  onChoose: (file: File) => void;
}

function FileChooser({ cost, creation, onChoose }: FileChooserProps) {
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
      <p className="cutout-error" role="alert">
        {creation.status === 'failed' && `The cut-out was not made: ${creation.reason}.`}
      </p>
      <p className="visually-hidden" role="status">
        {isBusy && 'Making the cut-out'}
      </p>
    </>
  );
}

interface CutoutListProps {
  list: Cutouts['list'];
  onPlace: (cutoutId: string) => void;
  onRemove: (cutoutId: string) => void;
}

function CutoutList({ list, onPlace, onRemove }: CutoutListProps) {
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
      if (list.data.length === 0)
        return <p>You have no cut-outs yet. They stay here until you delete them.</p>;
      return (
        <ul className="cutout-list">
          {list.data.map((cutout, index) => (
            <CutoutTile
              key={cutout.id}
              cutout={cutout}
              name={`cut-out ${index + 1}`}
              onPlace={() => onPlace(cutout.id)}
              onRemove={() => onRemove(cutout.id)}
            />
          ))}
        </ul>
      );
  }
}

interface CutoutTileProps {
  cutout: Cutout;
  /** E.g. `cut-out 1`. */
  name: string;
  onPlace: () => void;
  onRemove: () => void;
}

/** A cut-out to place. It cost credits, so deleting it takes two presses. */
function CutoutTile({ cutout, name, onPlace, onRemove }: CutoutTileProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <li>
      <button type="button" className="cutout-place" onClick={onPlace}>
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
        onClick={() => (isAsking ? onRemove() : setIsAsking(true))}
        onBlur={() => setIsAsking(false)}
      >
        {isAsking ? 'Delete?' : <TrashIcon />}
      </IconButton>
    </li>
  );
}
