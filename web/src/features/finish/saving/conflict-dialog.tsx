import { useId } from 'react';
import type { Design } from '#contract/design/design.ts';
import { listLanguages } from '#contract/design/list-languages.ts';
import { loadFinished } from '../../../api/load-finished.ts';
import { readThumbnail } from '../../../api/read-thumbnails.ts';
import { listNames, nameLanguage } from '../../../lib/name-language.ts';
import { useLoaded } from '../../../lib/use-loaded.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useEditedDesign } from '../editor/design-context.ts';
import { useFinishPage } from '../editor/page-context.ts';
import type { SavedDesign } from './use-saved-design.ts';
import { drawDesign } from '../../../lib/render/draw-design.ts';
import type { FinishedImage } from '../../../lib/render/finished-image.ts';
import { Canvas } from '../editor/canvas.tsx';
import './conflict-dialog.css';

/** The design was changed in two places. The creator chooses one of the versions; the other is lost. */
export default function ConflictDialog({ saver, theirs }: { saver: SavedDesign; theirs: Design }) {
  const { thumbnail } = useFinishPage();
  const { editor, language, complete, parts } = useEditedDesign();
  // The page may not have loaded the image, the cut-outs and the fonts of the other version.
  const other = useLoaded(
    async (signal) => loadFinished(await readThumbnail(thumbnail.id, signal), theirs, signal),
    [thumbnail.id, theirs],
  );
  const languages = describeLanguages(editor.original, theirs);
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
      {languages !== '' && <p>{languages}</p>}
      <div className="conflict-versions">
        <Version
          title="This version"
          // Both versions show their original words.
          finished={complete && language !== undefined ? { ...complete, design: editor.original } : complete}
          hasFailed={parts.status === 'failed'}
          onRetry={parts.retry}
        />
        <Version
          title="The other version"
          finished={other.data}
          hasFailed={other.error !== undefined}
          onRetry={other.retry}
        />
      </div>
    </Dialog>
  );
}

/** Says in which languages two versions differ, because their pictures show the original words. */
function describeLanguages(mine: Design, theirs: Design): string {
  const [own, other] = [listWords(mine), listWords(theirs)];
  const say = (start: string, languages: string[]) =>
    languages.length === 0 ? [] : [`${start} words in ${listNames(languages.map(nameLanguage))}.`];
  return [
    ...say(
      'Only this version has',
      [...own.keys()].filter((each) => !other.has(each)),
    ),
    ...say(
      'Only the other version has',
      [...other.keys()].filter((each) => !own.has(each)),
    ),
    ...say(
      'The versions have different',
      [...own].flatMap(([each, words]) => (words === (other.get(each) ?? words) ? [] : [each])),
    ),
  ].join(' ');
}

/** Returns the words of all texts by their language. */
const listWords = ({ layers }: Design): ReadonlyMap<string, string> =>
  new Map(
    listLanguages(layers).map((language) => {
      const words = layers.flatMap((layer) => {
        const translation = layer.kind === 'text' ? layer.translations?.[language] : undefined;
        return translation ? [`${layer.id} ${translation.text}`] : [];
      });
      return [language, words.toSorted().join('\n')];
    }),
  );

interface VersionProps {
  title: string;
  /** Undefined until everything that the version shows has loaded. */
  finished: FinishedImage | undefined;
  hasFailed: boolean;
  onRetry: () => void;
}

function Version({ title, finished, hasFailed, onRetry }: VersionProps) {
  const id = useId();
  return (
    <figure>
      {finished ? (
        <Canvas
          role="img"
          aria-labelledby={id}
          inputs={[finished]}
          draw={(context) => drawDesign(context, finished)}
        />
      ) : (
        <div className="conflict-empty" role="status">
          {hasFailed ? (
            <>
              <span>It could not be loaded.</span>
              <Button variant="quiet" onClick={onRetry}>
                Try again
              </Button>
            </>
          ) : (
            <span>Loading...</span>
          )}
        </div>
      )}
      <figcaption id={id}>{title}</figcaption>
    </figure>
  );
}
