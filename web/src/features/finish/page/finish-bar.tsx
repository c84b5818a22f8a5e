import { explain } from '../../../api/error-sentences.ts';
import type { SendState } from '../../../outbox/task.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useEditedDesign } from '../editor/design-context.ts';
import { useFinishPage } from '../editor/page-context.ts';
import { ExportControl } from '../export/export-control.tsx';
import { BeforeIcon, RedoIcon, UndoIcon } from '../editor/icons.tsx';
import { PageBar } from './page-bar.tsx';

interface FinishBarProps {
  saveState: SendState;
  /** True while the canvas shows the image before. */
  isBefore: boolean;
  onBefore: (isBefore: boolean) => void;
}

/** The name, whether the design is saved, undo, the comparison with the image before, and the export. */
export function FinishBar({ saveState, isBefore, onBefore }: FinishBarProps) {
  const { name } = useFinishPage().thumbnail;
  const { editor } = useEditedDesign();
  return (
    <PageBar
      title={name}
      tools={
        <>
          <SaveStatus state={saveState} />
          {/* A disabled button would lose the focus with the last step. */}
          <IconButton
            aria-label="Undo"
            title="Undo (Ctrl Z)"
            aria-disabled={!editor.canUndo}
            onClick={editor.undo}
          >
            <UndoIcon />
          </IconButton>
          <IconButton
            aria-label="Redo"
            title="Redo (Ctrl Shift Z)"
            aria-disabled={!editor.canRedo}
            onClick={editor.redo}
          >
            <RedoIcon />
          </IconButton>
          <button
            type="button"
            className="button button-quiet page-before"
            title="Compare with the image before"
            aria-pressed={isBefore}
            onClick={() => onBefore(!isBefore)}
          >
            <BeforeIcon /> <span>Before/After</span>
          </button>
        </>
      }
      end={<ExportControl />}
    />
  );
}

/** Shows if the server has the latest design. Each change is saved, so screen readers announce only a failure. */
function SaveStatus({ state }: { state: SendState }) {
  const isTrouble = state.status !== 'saved' && state.status !== 'saving';
  return (
    <span className="save-status" data-status={state.status}>
      <span>{!isTrouble && <Message state={state} />}</span>
      <span role="status">{isTrouble && <Message state={state} />}</span>
    </span>
  );
}

function Message({ state }: { state: SendState }) {
  const [words, rest] = describe(state);
  return (
    <>
      <span>{words}</span>
      {rest !== undefined && <span className="save-status-rest">{rest}</span>}
    </>
  );
}

/** Describes the state in the words that a phone has room for, and the rest, which a phone only tells a screen reader. */
function describe(state: SendState): [words: string, rest?: string] {
  if (state.status === 'retrying') {
    return state.isOffline ? ['Offline, kept', ' on this device'] : ['Not saved', ' yet, trying again'];
  }
  if (state.status === 'refused') return ['Not saved', `: ${explain(state.error)}`];
  if (state.status === 'conflict') return ['Not saved'];
  return [state.status === 'saved' ? 'Saved' : 'Saving...'];
}
