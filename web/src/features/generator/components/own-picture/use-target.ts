import { useUserId } from '../../../../session/session-provider.tsx';
import { loadHistory } from '../../model/thumbnail-history.ts';

/** Finds the thumbnail that a picture goes on: the one in the viewer, or the newest. */
export function useTarget(shownId: string | undefined) {
  const userId = useUserId();
  const history = userId === undefined ? [] : loadHistory(userId);
  return history.find(({ id }) => id === shownId) ?? history.at(-1);
}
