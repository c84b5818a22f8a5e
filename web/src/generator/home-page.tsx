import { AccountBar } from '../app/account-bar.tsx';
import { Header } from '../app/header.tsx';
import { useCredits } from '../api/credits.ts';
import { useSession } from '../session/session-context.ts';
import { useTitle } from '../ui/use-title.ts';
import { Blurbs } from './blurbs.tsx';
import { Generator } from './generator.tsx';
import { Hero } from './hero.tsx';

export function HomePage() {
  useTitle('Thumbforge: AI Thumbnail Generator');
  const session = useSession();
  const userId = session.status === 'signed-in' ? session.user.id : undefined;
  const { balance, reload } = useCredits(userId);
  // A session that is still loading gets the places of a signed-in user, so that nothing moves when it is there.
  const signedIn = session.status !== 'visitor';

  return (
    <>
      <Header>
        <AccountBar session={session} balance={balance} />
      </Header>
      <main className="wrap">
        <Hero slim={signedIn} />
        <Generator signedIn={signedIn} userId={userId} balance={balance} reloadBalance={reload} />
        <Blurbs />
      </main>
    </>
  );
}
