import { useState } from 'react';
import { LIMITS } from '#contract/limits.ts';
import { replaceControls } from '../../../lib/replace-controls.ts';
import { CloseIcon } from '../../../ui/action-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useEditedDesign } from '../editor/design-context.ts';
import { SearchIcon } from '../editor/icons.tsx';
import { isListedAsCutout } from '../editor/group-cutouts.ts';
import { useFinishPage } from '../editor/page-context.ts';
import { CutoutGroups } from './cutout-groups.tsx';
import { CutoutWays } from './cutout-ways.tsx';
import { PictureFile } from './picture-file.tsx';
import type { Answer } from './picture-question.tsx';
import { PictureTiles } from './picture-tiles.tsx';
import type { CutoutCreation } from './use-cutout-creation.ts';
import type { CutoutNaming } from './use-cutout-names.ts';
import './cutout-dialog.css';

interface CutoutDialogProps {
  /** True if the dialog lists pictures, and false if it lists cut-outs. */
  isPicture: boolean;
  creation: CutoutCreation;
  naming: CutoutNaming;
  onChoose: (file: File, answer: Answer) => void;
  /** The creator wants a frame of a video. */
  onVideo: (video: File) => void;
  onPlace: (cutoutId: string, isPicture: boolean) => void;
}

/** From this number on, the cut-outs can be searched. */
const SEARCHED_FROM = 12;

/** The cut-outs or the pictures of the account, to place one or to make one of an image. */
export default function CutoutDialog(props: CutoutDialogProps) {
  const { isPicture, naming, creation, onChoose, onVideo, onPlace } = props;
  const { requestCutout } = useFinishPage();
  const { list } = useEditedDesign().cutouts;
  const [search, setSearch] = useState('');
  const all = list.status === 'success' ? list.data : [];
  const cutouts = all.filter((cutout) => isListedAsCutout(cutout) !== isPicture);
  const canSearch = !isPicture && cutouts.length >= SEARCHED_FROM;
  const place = (id: string) => onPlace(id, isPicture);
  return (
    <Dialog
      title={isPicture ? 'Add a logo or picture' : 'Add a cut-out'}
      onCancel={() => requestCutout('closed')}
    >
      <div className="cutouts" data-searched={canSearch}>
        {canSearch && (
          <span className="cutout-search">
            <SearchIcon />
            <input
              type="search"
              className="field-box"
              aria-label="Search cut-outs"
              placeholder={`Search ${cutouts.length} cut-outs`}
              maxLength={LIMITS.searchLength}
              dir="auto"
              value={search}
              onChange={({ currentTarget }) => setSearch(replaceControls(currentTarget.value))}
            />
          </span>
        )}
        <IconButton
          className="icon-button cutouts-close"
          aria-label="Close"
          onClick={() => requestCutout('closed')}
        >
          <CloseIcon />
        </IconButton>
        {isPicture ? (
          <PictureFile creation={creation} onChoose={(file) => onChoose(file, 'picture')} onVideo={onVideo} />
        ) : (
          <CutoutWays creation={creation} onChoose={onChoose} onVideo={onVideo} />
        )}
        {list.status !== 'success' && <ListState isPicture={isPicture} />}
        {list.status === 'success' && isPicture && <PictureTiles pictures={cutouts} onPlace={place} />}
        {list.status === 'success' && !isPicture && (
          <CutoutGroups
            cutouts={cutouts}
            search={canSearch ? search.trim() : ''}
            naming={naming}
            onPlace={place}
          />
        )}
      </div>
    </Dialog>
  );
}

/** Says that the list loads, or that it could not be loaded. */
function ListState({ isPicture }: { isPicture: boolean }) {
  const { list } = useEditedDesign().cutouts;
  const kinds = isPicture ? 'pictures' : 'cut-outs';
  return list.status === 'pending' ? (
    <p>{`Loading your ${kinds}...`}</p>
  ) : (
    <p>
      <span>{`Your ${kinds} could not be loaded.`}</span>{' '}
      <Button variant="brand" onClick={list.refetch}>
        Try again
      </Button>
    </p>
  );
}
