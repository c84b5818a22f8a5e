import { useEffect, useState } from 'react';
import { LIMITS } from '../../../../../contract/limits.ts';
import type { ThumbnailSummary } from '../../../../../contract/schemas.ts';
import { explain } from '../../../api/error-sentences.ts';
import { zipFiles } from '../../../lib/export/zip-files.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { notify } from '../../../ui/notify.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { listSimilarPairs, listTestFiles, renderTestPictures } from '../model/test-pack.ts';
import type { TestPicture } from '../model/test-pack.ts';
import './test-pack-dialog.css';

interface TestPackDialogProps {
  /** Three. */
  thumbnails: readonly ThumbnailSummary[];
  onClose: () => void;
}

/** Three finished thumbnails as one zip for YouTube's Test & Compare, with a warning for those that look alike. */
export default function TestPackDialog({ thumbnails: selected, onClose }: TestPackDialogProps) {
  // The library may read its list again while the dialog is open.
  const [thumbnails] = useState(selected);
  const { pictures, error, retry } = useTestPictures(thumbnails);
  const [titles, setTitles] = useState(() => thumbnails.map(suggestTitle));
  const pairs = pictures ? listSimilarPairs(pictures) : [];
  const download = async (loaded: readonly TestPicture[]) => {
    const files = listTestFiles(
      loaded.map(({ file }) => file),
      titles,
    );
    saveFile(await zipFiles(files), 'test-pack.zip');
    onClose();
    notify.success('Test pack downloaded.');
  };
  return (
    <Dialog
      title="Test pack"
      onCancel={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          {error === undefined ? (
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
          )}
        </>
      }
    >
      <p>Three finished thumbnails, their titles and the steps for Test &amp; Compare on YouTube.</p>
      <ol className="test-pack">
        {thumbnails.map(({ id }, index) => (
          <li key={id}>
            <TestImage file={pictures?.[index]?.file.blob} />
            <Field label={`Title ${index + 1}`}>
              {(field) => (
                <input
                  id={field}
                  className="field-box"
                  dir="auto"
                  value={titles[index]}
                  maxLength={LIMITS.titleLength}
                  onChange={({ currentTarget }) => setTitles(titles.with(index, currentTarget.value))}
                />
              )}
            </Field>
          </li>
        ))}
      </ol>
      <div className="test-pack-notes" role="status">
        {pictures === undefined && error === undefined && (
          <p>
            <Spinner /> The thumbnails are being finished.
          </p>
        )}
        {error !== undefined && <p>The thumbnails could not be finished: {explain(error)}.</p>}
        {pairs.map(([first, second]) => (
          <p key={`${first} ${second}`} className="test-pack-warning">
            {first} and {second} look too similar for a test to decide. Change the picture, its colours or
            where the words are.
          </p>
        ))}
      </div>
    </Dialog>
  );
}

/** The first line of the prompt, as long as a title may be. */
const suggestTitle = ({ prompt }: ThumbnailSummary): string =>
  Array.from(prompt.split('\n', 1).join('')).slice(0, LIMITS.titleLength).join('');

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

/** Undefined while the thumbnails are being rendered. */
function useTestPictures(thumbnails: readonly ThumbnailSummary[]) {
  const [attempt, setAttempt] = useState(0);
  const [result, setResult] = useState<{ pictures?: TestPicture[]; error?: unknown }>({});
  useEffect(() => {
    let isCurrent = true;
    const settle = (next: typeof result) => isCurrent && setResult(next);
    renderTestPictures(thumbnails).then(
      (pictures) => settle({ pictures }),
      (error: unknown) => settle({ error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [thumbnails, attempt]);
  const retry = () => {
    setResult({});
    setAttempt(attempt + 1);
  };
  return { ...result, retry };
}
