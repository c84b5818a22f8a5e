import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useSession } from '../session/session-context.ts';
import { toasterWanted } from '../ui/notify.ts';

const Toaster = lazy(() => import('../ui/toaster.tsx'));

/** Signed-in users get the toaster ahead of need, so that it is there to tell of a lost connection. */
export function Toasts() {
  const wanted = useSyncExternalStore(toasterWanted.subscribe, toasterWanted.get, () => false);
  const { status } = useSession();
  if (!wanted && status !== 'signed-in') return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}
