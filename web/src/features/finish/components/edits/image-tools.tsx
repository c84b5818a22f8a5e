import { useState } from 'react';
import type { SubmitEvent } from 'react';
import type { EditService } from '../../../../../../contract/model-pool.ts';
import { useCredits } from '../../../../api/read-credits.ts';
import { useSiteConfig } from '../../../../api/site-config.ts';
import { imageSize } from '../../../../lib/render/finished-image.ts';
import { formatCredits } from '../../../../lib/format.ts';
import { PATHS } from '../../../../lib/paths.ts';
import { Button, LinkButton } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { useEditRun } from '../../hooks/use-edit-run.ts';
import type { Editor } from '../../hooks/use-editor.ts';
import type { Versions } from '../../hooks/use-versions.ts';
import { describeEdit, MOVES, planMove, toOperation } from '../../model/edits/edit-operations.ts';
import type { Move, WordOperation } from '../../model/edits/edit-operations.ts';
import type { LoadedThumbnail } from '../../model/load-thumbnail.ts';
import AskField from '../ask/ask-field.tsx';
import type { Suggested } from '../ask/ask-field.tsx';
import { applyChanges } from '../../model/ask/apply-changes.ts';
import { Segmented } from '../../../../ui/segmented.tsx';
import { VersionStrip } from './version-strip.tsx';
import './image-tools.css';

interface ImageToolsProps {
  userId: string;
  thumbnail: LoadedThumbnail;
  editor: Editor;
  versions: Versions;
}

/** Changes the image itself: each change is an edit with a price, and a version of the image. */
export default function ImageTools({ userId, thumbnail, editor, versions }: ImageToolsProps) {
  const credits = useCredits(userId);
  const config = useSiteConfig();
  const prices = new Map<EditService, number>(
    config.status === 'success' ? config.data.edits.map(({ service, cost }) => [service, cost]) : [],
  );
  const { run, start, cancel, dismiss } = useEditRun({
    onMade: (edit) => {
      versions.add(edit);
      editor.setImage(edit.id, `${describeEdit(edit)}. The new version is shown.`);
    },
    onEnded: credits.refetch,
  });
  if (prices.size === 0) return null;
  const { edit } = versions;
  // An upscaled image is the end of its line: edits start from the version that it was made from.
  const isUpscaled = edit?.operation.kind === 'upscale';
  const baseId = (isUpscaled ? edit.baseId : edit?.id) ?? thumbnail.id;
  const begin = (operation: WordOperation) => start({ userId, thumbnailId: thumbnail.id, baseId, operation });
  const accept = (suggestion: Suggested) => {
    if (suggestion.kind === 'design') {
      const changed = applyChanges(editor.design, editor.selected?.id, suggestion.changes);
      editor.change(changed, 'The text is changed.');
      return;
    }
    const operation = toOperation(suggestion, imageSize(versions.image));
    if (operation !== undefined) begin(operation);
  };
  const tools = { prices, isBusy: run.status === 'running', onStart: begin };
  return (
    <>
      <VersionStrip
        previewUrl={thumbnail.previewUrl}
        versions={versions}
        onChoose={(id, name) => editor.setImage(id, `${name} is shown.`)}
      />
      {config.status === 'success' && config.data.promptAssistance && (
        <AskField
          thumbnailId={thumbnail.id}
          // Painting has no tool yet.
          services={config.data.edits.filter(({ service }) => service !== 'erase' && service !== 'inpaint')}
          disabled={run.status === 'running'}
          onAccept={accept}
        />
      )}
      {isUpscaled && <p className="edit-status">Changes start from the version before 4K.</p>}
      {run.status === 'running' && (
        <p className="edit-status" role="status">
          <Spinner /> {run.place ? describePlace(run.place.ahead) : 'Changing the image...'}
          {run.place && (
            <Button variant="quiet" onClick={cancel}>
              Cancel
            </Button>
          )}
          {run.problem}
        </p>
      )}
      {run.status === 'failed' && (
        <p className="edit-status" role="alert">
          The image was not changed: {run.reason}.{' '}
          {run.isShort ? (
            <LinkButton variant="quiet" to={PATHS.buyCredits}>
              Buy Credits
            </LinkButton>
          ) : (
            <Button variant="quiet" onClick={() => start(run.input)}>
              Try again
            </Button>
          )}
          <Button variant="quiet" onClick={dismiss}>
            Close
          </Button>
        </p>
      )}
      <WordTools {...tools} />
      <MoveTools {...tools} size={imageSize(versions.image)} isUpscaled={isUpscaled} />
    </>
  );
}

const describePlace = (ahead: number | undefined) =>
  ahead === undefined || ahead === 0 ? 'Next in line...' : `In line: ${ahead} ahead...`;

interface ToolsProps {
  prices: ReadonlyMap<EditService, number>;
  isBusy: boolean;
  onStart: (operation: WordOperation) => void;
}

const WORD_TOOLS = {
  replace: { label: 'Replace', find: 'What to replace', prompt: 'By what' },
  recolor: { label: 'Recolour', find: 'What to recolour', prompt: 'Its new colour' },
} as const;

/** Replaces or recolours a thing that the creator names. */
function WordTools({ prices, isBusy, onStart }: ToolsProps) {
  const offered = (['recolor', 'replace'] as const).filter((kind) => prices.has(kind));
  const [kind, setKind] = useState(offered[0]);
  const [find, setFind] = useState('');
  const [prompt, setPrompt] = useState('');
  if (kind === undefined) return null;
  const { label, ...labels } = WORD_TOOLS[kind];
  const isComplete = find.trim() !== '' && prompt.trim() !== '';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isComplete && !isBusy) onStart({ kind, find: find.trim(), prompt: prompt.trim() });
  };
  return (
    <form className="word-tools" onSubmit={submit}>
      <Segmented
        label="Change by words"
        value={kind}
        options={offered.map((value) => ({ value, label: WORD_TOOLS[value].label }))}
        onChange={setKind}
      />
      <Field label={labels.find}>
        {(id) => (
          <input
            id={id}
            className="field-box"
            dir="auto"
            value={find}
            maxLength={200}
            onChange={(event) => setFind(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label={labels.prompt}>
        {(id) => (
          <input
            id={id}
            className="field-box"
            dir="auto"
            value={prompt}
            maxLength={500}
            onChange={(event) => setPrompt(event.currentTarget.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="outline" disabled={isBusy || !isComplete}>
        {label} <Price cost={prices.get(kind)} />
      </Button>
    </form>
  );
}

interface MoveToolsProps extends ToolsProps {
  size: { width: number; height: number };
  isUpscaled: boolean;
}

/** Gives the image room, which the service fills, or makes it large enough for 4K. */
function MoveTools({ prices, isBusy, onStart, size, isUpscaled }: MoveToolsProps) {
  const moves = Object.keys(MOVES) as Move[];
  return (
    <div className="move-tools" role="group" aria-label="Room and size">
      {prices.has('outpaint') &&
        !isUpscaled &&
        moves.map((move) => {
          const operation = planMove(size, move);
          return (
            <Button
              key={move}
              variant="outline"
              disabled={isBusy || !operation}
              onClick={() => operation && onStart(operation)}
            >
              {MOVES[move].label} <Price cost={prices.get('outpaint')} />
            </Button>
          );
        })}
      {prices.has('upscale') && !isUpscaled && (
        <Button variant="outline" disabled={isBusy} onClick={() => onStart({ kind: 'upscale' })}>
          4K <Price cost={prices.get('upscale')} />
        </Button>
      )}
    </div>
  );
}

const Price = ({ cost = 1 }: { cost: number | undefined }) => (
  <span className="price">{formatCredits(cost)}</span>
);
