import { listKeptPhotos } from '../lib/kept-photos.ts';
import { wait } from '../lib/wait.ts';
import { forgetAllNames, saveTyped } from '../outbox/cutout-names.ts';
import { hiddenThumbnails } from '../outbox/deletions.ts';
import { listEntries } from '../outbox/entries.ts';
import { outbox } from '../outbox/outbox.ts';
import { sendAll } from '../outbox/send-all.ts';
import { showUnsent, shownUpdates } from '../outbox/updates.ts';
import { SESSION_END_TOAST } from '../session/session-end.ts';
import { sessionStore } from '../session/session-store.ts';
import { signOut } from '../session/sign-out.ts';
import { Button } from '../ui/button.tsx';
import { DangerButton } from '../ui/danger-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { notify } from '../ui/notify.ts';
import '../ui/popover-menu.css';

/** The longest that a sign-out waits for unsent work, in ms. */
const PATIENCE_MS = 3_000;

/** Sends what is unsent and signs out. @returns whether it signed out: it must ask first when something stays */
export async function signOutWhenSent(): Promise<boolean> {
  const session = sessionStore.get();
  if (session.status !== 'signed-in') return true;
  const { id } = session.user;
  showUnsent(id); // Another tab may have put an update, which the server may refuse now.
  saveTyped(id);
  const keys = listEntries(id).map(({ key }) => key);
  if (keys.length > 0)
    notify.loading('Sending your latest changes before you sign out...', SESSION_END_TOAST);
  const isOver = new AbortController();
  const isSent = sendAll(keys, 'urgent');
  await Promise.race([isSent, wait(PATIENCE_MS, isOver.signal)]);
  isOver.abort();
  if (listEntries(id).length > 0 || (await listKeptPhotos(id)).length > 0) {
    notify.dismiss(SESSION_END_TOAST.id);
    return false;
  }
  // What the user types until the session has ended stays for their next sign-in.
  if (await signOut()) forgetAllNames();
  return true;
}

async function signOutAndForget(userId: string): Promise<void> {
  if (!(await signOut())) return;
  outbox.forget(userId);
  hiddenThumbnails.set(new Set());
  forgetAllNames();
  shownUpdates.set(new Map());
}

interface SignOutQuestionProps {
  userId: string;
  onClose: () => void;
}

/** Asks before a sign-out that loses work. */
export default function SignOutQuestion({ userId, onClose }: SignOutQuestionProps) {
  return (
    <Dialog
      title="Sign out with unsaved work?"
      isWarning
      onCancel={onClose}
      actions={
        <>
          {/* The browser focuses the first button. */}
          <Button variant="primary" onClick={onClose}>
            Stay signed in
          </Button>
          <DangerButton
            onClick={() => {
              onClose();
              void signOutAndForget(userId);
            }}
          >
            Sign out and lose it
          </DangerButton>
        </>
      }
    >
      <p>
        Your latest changes have not reached Thumbforge. This browser keeps them and sends them when it can,
        but only while you are signed in.
      </p>
    </Dialog>
  );
}
