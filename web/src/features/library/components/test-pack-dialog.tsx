import { useEffect, useState } from 'react';
import { LIMITS } from '#contract/limits.ts';
import type { ThumbnailSummary } from '#contract/endpoints/schemas.ts';
import type { UpdateThumbnailRequest } from '#contract/endpoints/thumbnail-requests.ts';
import { explain } from '../../../api/error-sentences.ts';
import { useLoaded } from '../../../lib/use-loaded.ts';
import { findTitle } from '../../../lib/video-words.ts';
import { useUserId } from '../../../session/session-provider.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { TickBox } from '../../../ui/tick-box.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { LibraryState } from '../hooks/use-library.ts';
import { endTest, isKept, keepTest } from '../model/running-tests.ts';
import {
  countLanguages,
  listSimilarPairs,
  renderTestPictures,
  saveTestPack,
  saveWithLanguages,
} from '../model/test-pack.ts';
import type { TestPicture } from '../model/test-pack.ts';
import './test-pack-dialog.css';

interface TestPackDialogProps {
  /** Three. */
  thumbnails: readonly ThumbnailSummary[];
  onUpdate: LibraryState['update'];
  onClose: () => void;
}

/** Three finished thumbnails as one zip for YouTube's Test & Compare, with a warning for thumbnails that look alike. */
export default function TestPackDialog({ thumbnails: selected, onUpdate, onClose }: TestPackDialogProps) {
  // The library may read its list again while the dialog is open.
  const [thumbnails] = useState(selected);
  /** The pictures are undefined until all are rendered. */
  const { data: pictures, error, retry } = useLoaded(() => renderTestPictures(thumbnails), [thumbnails]);
  const userId = useUserId();
  const [test] = useState(() => userId !== undefined && { userId, ids: thumbnails.map(({ id }) => id) });
  const [titles, setTitles] = useState(() => thumbnails.map(suggestTitle));
  const [hasLanguages, setHasLanguages] = useState(false);
  // A test goes on if the mark of its winner is taken back or refused.
  const [wasKept] = useState(() => test && isKept(test));
  const goOn = () => test && wasKept && keepTest(test);
  const { isWinner, toggleWinner } = useWinner(thumbnails, selected, onUpdate, goOn);
  const download = async (loaded: readonly TestPicture[]) => {
    if (!hasLanguages) await saveTestPack(loaded, titles);
    if (test) keepTest(test);
    onClose();
    if (hasLanguages) await saveWithLanguages(loaded, titles);
    else notify.success('Test pack downloaded.');
  };
  return (
    <Dialog
      title="Test pack"
      onCancel={onClose}
      cancelLabel="Close"
      actions={
        error === undefined ? (
          <Button
            variant="primary"
            disabled={pictures === undefined}
            onClick={() => pictures && void download(pictures)}
          >
            Download test pack
          </Button>
        ) : (
          <Button variant="primary" onClick={retry}>
            Try again
          </Button>
        )
      }
    >
      <p>Three thumbnails, their titles and the steps for Test &amp; Compare on YouTube.</p>
      <ol className="test-pack">
        {thumbnails.map(({ id }, index) => (
          <li key={id}>
            <TestImage file={pictures?.[index]?.file.blob} />
            <TextField
              label={`Title ${index + 1}`}
              dir="auto"
              value={titles[index]}
              maxLength={LIMITS.titleLength}
              onChange={(value) => setTitles(titles.with(index, value))}
            />
            <Button
              variant="outline"
              aria-label={`Winner: ${index + 1}`}
              aria-pressed={isWinner(id)}
              onClick={() => {
                if (isWinner(id)) goOn();
                else if (test) endTest(test);
                toggleWinner(id);
              }}
            >
              Winner
            </Button>
          </li>
        ))}
      </ol>
      <p className="test-pack-notes">When the test has ended, mark the winner here.</p>
      <LanguagesChoice pictures={pictures} isChosen={hasLanguages} onChange={setHasLanguages} />
      <Notes pictures={pictures} error={error} />
    </Dialog>
  );
}

/** Shows one message, also if the server refuses the marks of several thumbnails. */
const reportFailure = (error: unknown) =>
  notify.error(`The winner could not be marked: ${explain(error)}.`, { id: 'winner' });

/**
 * Marks one thumbnail as the winner of the test. A thumbnail that loses the mark is a favorite afterwards only if it was a favorite
 * or the winner when the dialog was opened.
 * @param before the thumbnails as they were when the dialog was opened
 * @param onRefused runs when the server refuses the mark
 */
function useWinner(
  before: readonly ThumbnailSummary[],
  thumbnails: readonly ThumbnailSummary[],
  onUpdate: LibraryState['update'],
  onRefused: () => void,
) {
  const winners = thumbnails.filter(({ favorite }) => favorite === 'winner').map(({ id }) => id);
  const isWinner = (id: string) => winners.includes(id);
  const wasFavorite = (id: string) => before.some((one) => one.id === id && one.favorite !== undefined);
  const mark = (id: string, favorite: UpdateThumbnailRequest['favorite']) =>
    onUpdate(id, { favorite }, (error) => {
      reportFailure(error);
      if (favorite === 'winner') onRefused();
    });
  const unmark = (id: string) => mark(id, wasFavorite(id) ? 'starred' : null);
  const toggleWinner = (id: string) => {
    const losers = winners.filter((winner) => winner !== id);
    if (isWinner(id)) unmark(id);
    else mark(id, 'winner');
    losers.forEach(unmark);
  };
  return { isWinner, toggleWinner };
}

interface LanguagesChoiceProps {
  pictures: readonly TestPicture[] | undefined;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
}

/** Asks about the files in other languages, which a test does not show. */
function LanguagesChoice({ pictures = [], isChosen, onChange }: LanguagesChoiceProps) {
  const count = countLanguages(pictures);
  const label = `Add ${count === 1 ? 'the file in another language' : `the ${count} files in other languages`}`;
  return (
    count > 0 && (
      <div className="test-pack-notes">
        <TickBox label={label} checked={isChosen} onChange={onChange}>
          <span>{label}</span>
        </TickBox>
      </div>
    )
  );
}

interface NotesProps {
  pictures: readonly TestPicture[] | undefined;
  error: unknown;
}

function Notes({ pictures, error }: NotesProps) {
  const similar = listSimilarPairs(pictures ?? []);
  return (
    <div className="test-pack-notes" role="status">
      {pictures === undefined && error === undefined && (
        <p>
          <Spinner /> The thumbnails are being finished.
        </p>
      )}
      {error !== undefined && <p>{`The thumbnails could not be finished: ${explain(error)}.`}</p>}
      {(pictures ?? []).map(
        ({ file }, index) =>
          file.incomplete === 1 && (
            <p key={index} className="test-pack-warning">
              {`${index + 1} leaves out a cut-out that is not available.`}
            </p>
          ),
      )}
      {similar.map(([first, second]) => (
        <p key={`${first} ${second}`} className="test-pack-warning">
          {`${first} and ${second} look too similar for a test to decide.`}
        </p>
      ))}
      {similar.length > 0 && <p>Change the picture, its colours or where the words are.</p>}
    </div>
  );
}

/** The title of the previews or the concept; else the name, or the first line of the prompt. As long as a title may be. */
function suggestTitle({ id, prompt, name = prompt }: ThumbnailSummary): string {
  const title = findTitle({ id, prompt }) ?? name;
  return Array.from(title.split('\n', 1).join('')).slice(0, LIMITS.titleLength).join('');
}

function TestImage({ file }: { file: Blob | undefined }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  return <div className="test-pack-image">{url !== undefined && <img src={url} alt="" />}</div>;
}
