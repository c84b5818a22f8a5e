import Toaster from '../ui/toaster.tsx';
import { BalanceOfTabs } from './balance-of-tabs.tsx';
import { KeptPhotos } from './kept-photos.tsx';

/** The parts of every page that load after the page. */
export default function LateParts() {
  return (
    <>
      <Toaster />
      <BalanceOfTabs />
      <KeptPhotos />
    </>
  );
}
