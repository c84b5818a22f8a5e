import { useId, useRef, useState } from 'react';
import { deleteCutout } from './delete-cutout.ts';
import type { Cutout } from '../../../api/cutouts.ts';
import { formatCredits, formatDay } from '../../../lib/format.ts';
import { TrashIcon } from '../../../ui/action-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { AddPictureIcon } from '../../../ui/icons.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useEditedDesign } from '../editor/design-context.ts';
import { useFinishPage } from '../editor/page-context.ts';
import { TooFewCredits, useShortBalance } from './paid-way.tsx';
import type { CutoutCreation } from './use-cutout-creation.ts';
import './cutout-dialog.css';

interface CutoutDialogProps {
  /** True if the dialog lists pictures, and false if it lists cut-outs. */
  isPicture: boolean;
  creation: CutoutCreation;
  onChoose: (file: File) => void;
  onPlace: (cutoutId: string, isPicture: boolean) => void;
}

/** The cut-outs or the pictures of the account, to place one or to make one of an image. */
export default function CutoutDialog({ isPicture, creation, onChoose, onPlace }: CutoutDialogProps) {
  const { offers, requestCutout } = useFinishPage();
  const { cutoutCost } = offers;
  return (
    <Dialog
      title={isPicture ? 'Add a logo or picture' : 'Add a cut-out'}
      onCancel={() => requestCutout('closed')}
      cancelLabel="Close"
    >
      <div className="cutouts">
        {(isPicture || cutoutCost !== undefined) && (
          <FileChooser
            isPicture={isPicture}
            cost={isPicture ? 0 : (cutoutCost ?? 0)}
            creation={creation}
            onChoose={onChoose}
          />
        )}
        <CutoutList isPicture={isPicture} onPlace={onPlace} />
      </div>
    </Dialog>
  );
}

interface FileChooserProps extends Pick<CutoutDialogProps, 'isPicture' | 'creation' | 'onChoose'> {
  /** The price in credits. A picture is free. */
  cost: number;
}

/** Makes a cut-out or a picture of a file. */
function FileChooser({ isPicture, cost, creation, onChoose }: FileChooserProps) {
  const id = useId();
  const isBusy = creation.status === 'busy';
  const balance = useShortBalance(cost);
  const { label, hint, failure } = isPicture ? PICTURE : describeCutout(cost);
  return (
    <>
      <div className="cutout-file" data-busy={isBusy}>
        {isBusy ? <Spinner /> : <AddPictureIcon />}
        <label htmlFor={id}>{isBusy ? creation.message : label}</label>
        <small id={`${id}-hint`}>
          {balance === undefined ? hint : <TooFewCredits cost={cost} balance={balance} />}
        </small>
        <input
          id={id}
          type="file"
          accept="image/*"
          aria-describedby={`${id}-hint`}
          disabled={isBusy || balance !== undefined}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            currentTarget.value = ''; // Allows choosing the same file again.
            if (file) onChoose(file);
          }}
        />
      </div>
      <p className="cutout-message" role="alert">
        {creation.status === 'failed' &&
          (creation.isUnknown
            ? `${creation.reason}. It may have been made: choose the same image again, and it is made once.`
            : `${failure}: ${creation.reason}.`)}
      </p>
      {!isPicture && (
        <p className="visually-hidden" role="status">
          {isBusy && 'Making the cut-out'}
        </p>
      )}
    </>
  );
}

const PICTURE = {
  label: 'Logo or picture',
  hint: 'It keeps its background, and costs nothing. Choose only an image that is yours, or that you may use. It stays in your account until you delete it.',
  failure: 'The picture was not added',
};

const describeCutout = (cost: number) => ({
  label: 'Face or object',
  hint: `Removes the background of your image. ${formatCredits(cost)}, returned if it fails.`,
  failure: 'The cut-out was not made',
});

type CutoutListProps = Pick<CutoutDialogProps, 'isPicture' | 'onPlace'>;

function CutoutList(props: CutoutListProps) {
  const { list } = useEditedDesign().cutouts;
  const kinds = props.isPicture ? 'pictures' : 'cut-outs';
  switch (list.status) {
    case 'pending':
      return <p>{`Loading your ${kinds}...`}</p>;
    case 'error':
      return (
        <p>
          <span>{`Your ${kinds} could not be loaded.`}</span>{' '}
          <Button variant="brand" onClick={list.refetch}>
            Try again
          </Button>
        </p>
      );
    case 'success':
      return <CutoutTiles all={list.data} onRemoved={list.setData} {...props} />;
  }
}

interface CutoutTilesProps extends CutoutListProps {
  /** Cut-outs and pictures. */
  all: Cutout[];
  onRemoved: (rest: Cutout[]) => void;
}

/** Cut-outs to place. Each cost credits, so deleting one takes two presses. */
function CutoutTiles({ all, isPicture, onPlace, onRemoved }: CutoutTilesProps) {
  const { layers } = useEditedDesign().editor.design;
  const cutouts = all.filter((cutout) => cutout.isPicture === isPicture);
  const kind = isPicture ? 'picture' : 'cut-out';
  const tiles = useRef<HTMLUListElement>(null);
  /** The cut-out that is deleted with the next press. */
  const [asking, setAsking] = useState<string>();
  const [hasFailed, setHasFailed] = useState(false);

  const remove = async (id: string) => {
    setHasFailed(false);
    try {
      await deleteCutout(id);
      tiles.current?.focus(); // The pressed button goes away with the cut-out.
      onRemoved(all.filter((cutout) => cutout.id !== id));
    } catch {
      setHasFailed(true);
    }
  };

  return (
    <>
      <ul ref={tiles} className="cutout-list" tabIndex={-1} aria-label={`Your ${kind}s`}>
        {cutouts.map((cutout, index) => {
          const name = `${kind} ${index + 1}`;
          const isAsking = cutout.id === asking;
          return (
            <li key={cutout.id}>
              <button type="button" className="cutout-place" onClick={() => onPlace(cutout.id, isPicture)}>
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
      {cutouts.length === 0 && <p>{`You have no ${kind}s yet. They stay here until you delete them.`}</p>}
      <p className="cutout-message" role="status">
        {asking !== undefined &&
          `${layers.some((layer) => layer.kind === 'cutout' && layer.cutoutId === asking) ? `This design uses the ${kind}` : `If another design uses the ${kind}`}: its layer stays, and says that it is not available.`}
      </p>
      <p className="cutout-message" role="alert">
        {hasFailed && `The ${kind} could not be deleted. Please try again.`}
      </p>
    </>
  );
}
