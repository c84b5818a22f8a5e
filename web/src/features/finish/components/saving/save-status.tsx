import type { SaveState } from '../../model/saving/design-saver.ts';

const MESSAGES = {
  saved: 'Saved',
  saving: 'Saving...',
  conflict: 'Not saved',
} as const;

/** Whether the server has the design. */
export function SaveStatus({ state }: { state: SaveState }) {
  return (
    <span className="save-status" role="status" data-status={state.status}>
      {describe(state)}
    </span>
  );
}

function describe(state: SaveState): string {
  if (state.status === 'retrying') {
    return state.isOffline ? 'Not saved, offline' : 'Not saved yet, trying again';
  }
  if (state.status === 'refused') return `Not saved: ${state.reason}`;
  return MESSAGES[state.status];
}
