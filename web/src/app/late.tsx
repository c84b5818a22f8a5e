import { useEffect, useRef } from 'react';
import { useUserId } from '../session/session-provider.tsx';
import Toaster, { toast } from '../ui/toaster.tsx';
import { BalanceOfTabs } from './balance-of-tabs.tsx';
import { KeptPhotos } from './kept-photos.tsx';

/** The parts of every page that load after the page. */
export default function LateParts() {
  useMessagesOfUser();
  return (
    <>
      <Toaster />
      <BalanceOfTabs />
      <KeptPhotos />
    </>
  );
}

/** Removes the messages when another user signs in: they name files of the user before, and their buttons change data of this user. */
function useMessagesOfUser(): void {
  const userId = useUserId();
  const lastUserId = useRef(userId);
  useEffect(() => {
    if (userId === undefined) return;
    if (lastUserId.current !== undefined && lastUserId.current !== userId) toast.dismiss();
    lastUserId.current = userId;
  }, [userId]);
}
