import { explain } from '../../../api/error-sentences.ts';
import { isOutcomeUnknown } from '../../../api/errors.ts';
import { request } from '../../../api/request.ts';
import { settleDesigns } from '../../../outbox/download-thumbnails.ts';
import { settleName } from '../../../outbox/unsent-name.ts';
import { notify } from '../../../ui/notify.ts';

/** The ids of the copies whose end is unknown, by thumbnail. A repeated press goes on with the same copy. */
const copyIds = new Map<string, string>();
const running = new Set<string>();

interface CopyEnd {
  /** Runs when the copy exists. */
  onDuplicated: () => void;
  openCopy: (copyId: string) => void;
}

/** Makes a copy of a thumbnail, as its finish page showed it last. */
export async function duplicateThumbnail(id: string, { onDuplicated, openCopy }: CopyEnd): Promise<void> {
  if (running.has(id)) return;
  running.add(id);
  const copyId = copyIds.get(id) ?? crypto.randomUUID();
  copyIds.set(id, copyId);
  try {
    const [settled] = await settleDesigns([{ id }]);
    if (settled?.unsent || !(await settleName(id))) {
      notify.error('The thumbnail was not duplicated. Its latest changes are not saved yet.');
      return;
    }
    await request('duplicateThumbnail', { params: { id }, body: { copyId } });
    copyIds.delete(id);
    onDuplicated();
    notify.success('Thumbnail duplicated.', {
      action: { label: 'Finish', onClick: () => openCopy(copyId) },
    });
  } catch (error) {
    if (!isOutcomeUnknown(error)) copyIds.delete(id);
    notify.error(`The thumbnail was not duplicated. ${explain(error)}.`);
  } finally {
    running.delete(id);
  }
}
