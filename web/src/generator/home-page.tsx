import { AccountBar } from '../app/account-bar.tsx';
import { Header } from '../app/header.tsx';
import { useCredits } from '../api/credits.ts';
import { usePurchaseReturn } from '../buying/use-purchase-return.ts';
import { useSession } from '../session/session-context.ts';
import { Hero } from '../ui/hero.tsx';
import { useTitle } from '../ui/use-title.ts';
import { Blurbs } from './blurbs.tsx';
import { Generator } from './generator.tsx';

const TITLE = 'Thumbnails that earn the click';

export function HomePage() {
  useTitle('Thumbforge: AI Thumbnail Generator');
  const session = useSession();
  const userId = session.status === 'signed-in' ? session.user.id : undefined;
  const { balance, reload } = useCredits(userId);
  usePurchaseReturn(userId, reload);

  return (
    <>
      <Header>
        <AccountBar session={session} balance={balance} />
      </Header>
      <main className="wrap">
        {session.status === 'visitor' ? (
          <Hero title={TITLE}>
            Describe the idea. Get a finished 16:9 picture in seconds, ready to upload.
          </Hero>
        ) : (
          <Hero title={TITLE} slim />
        )}
        <Generator session={session} balance={balance} reloadBalance={reload} />
        <Blurbs />
      </main>
    </>
  );
}
