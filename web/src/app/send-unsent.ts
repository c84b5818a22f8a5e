import { showUnsentNames } from '../outbox/cutout-names.ts';
import { hideDeleted } from '../outbox/deletions.ts';
import { isDue, listEntries } from '../outbox/entries.ts';
import { sendAll } from '../outbox/send-all.ts';
import { showUnsent } from '../outbox/updates.ts';

/** Sends what earlier pages of this browser have not sent. */
export function sendUnsent(userId: string): void {
  hideDeleted(userId);
  showUnsent(userId);
  showUnsentNames(userId);
  const due = listEntries(userId).filter((entry) => entry.state === 'unsent' && isDue(entry));
  void sendAll(due.map(({ key }) => key));
}
