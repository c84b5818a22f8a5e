import { explain } from '../../../api/error-sentences.ts';
import { PATHS } from '../../../lib/paths.ts';
import type { SendState } from '../../../outbox/task.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Link } from '../../../ui/link.tsx';
import { useEditedDesign } from '../editor/design-context.ts';
import { useFinishPage } from '../editor/page-context.ts';
import type { Export } from '../export/use-export.ts';
import { ExportControl } from '../export/export-control.tsx';
import { BackIcon, RedoIcon, UndoIcon } from '../editor/icons.tsx';

/** The name, whether the design is saved, undo, and the export. */
export function FinishBar({ saveState, exporting }: { saveState: SendState; exporting: Export }) {
  const { name } = useFinishPage().thumbnail;
  const { editor } = useEditedDesign();
  return (
    <div className="finish-bar">
      <Link className="icon-button" to={PATHS.library} aria-label="All thumbnails">
        <BackIcon />
      </Link>
      <h1 dir="auto" title={name}>
        {name}
      </h1>
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
      <ExportControl exporting={exporting} />
    </div>
  );
}

const MESSAGES = {
  saved: 'Saved',
  saving: 'Saving...',
  conflict: 'Not saved',
} as const;

/** Shows if the server has the latest design. Each change is saved, so screen readers announce only a failure. */
function SaveStatus({ state }: { state: SendState }) {
  const isTrouble = state.status !== 'saved' && state.status !== 'saving';
  return (
    <span className="save-status" data-status={state.status}>
      <span>{!isTrouble && describe(state)}</span>
      <span role="status">{isTrouble && describe(state)}</span>
    </span>
  );
}

function describe(state: SendState): string {
  if (state.status === 'retrying') {
    return state.isOffline ? 'Not saved, offline' : 'Not saved yet, trying again';
  }
  if (state.status === 'refused') return `Not saved: ${explain(state.error)}`;
  return MESSAGES[state.status];
}
