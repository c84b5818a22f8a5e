import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useSession } from '../session/session-provider.tsx';
import { toasterNeeded } from '../ui/notify.ts';

const Toaster = lazy(() => import('../ui/toaster.tsx'));

/** Loads the toaster early for signed-in users, so that it can report a lost connection. */
export function Toasts() {
  const isNeeded = useSyncExternalStore(toasterNeeded.subscribe, toasterNeeded.get, () => false);
  const { status } = useSession();
  if (!isNeeded && status !== 'signed-in') return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}
