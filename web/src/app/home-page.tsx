import { useUserId, useSession } from '../session/session-provider.tsx';
import { usePurchaseReturn } from '../features/buying/use-purchase-return.ts';
import { Blurbs } from '../features/generator/blurbs.tsx';
import { Generator } from '../features/generator/generator.tsx';
import { useGenerator } from '../features/generator/use-generator.ts';
import { PreviousThumbnails } from '../features/thumbnails/previous-thumbnails.tsx';
import { useThumbnailHistory } from '../features/thumbnails/use-thumbnail-history.ts';
import { useTitle } from '../lib/use-title.ts';
import { Header } from '../ui/header.tsx';
import { Hero } from '../ui/hero.tsx';
import { AccountBar } from './account-bar.tsx';

const TITLE = 'Thumbnails that earn the click';

export function HomePage() {
  useTitle('Thumbforge: AI Thumbnail Generator');
  const session = useSession();
  const userId = useUserId();
  const history = useThumbnailHistory(userId);
  const generator = useGenerator(userId, history);
  usePurchaseReturn(userId);
  // A session that is loading reserves the space of a user's page, so that nothing moves when it has loaded.
  const isVisitor = session.status === 'visitor';

  return (
    <>
      <Header>
        <AccountBar />
      </Header>
      <main className="wrap">
        {isVisitor ? (
          <Hero title={TITLE}>
            Describe the idea. Get a finished 16:9 picture in seconds, ready to upload.
          </Hero>
        ) : (
          <Hero title={TITLE} slim />
        )}
        <Generator session={session} generator={generator} history={history} />
        {!isVisitor && (
          <PreviousThumbnails
            history={history}
            shownId={generator.startedAt === undefined ? generator.shownId : undefined}
            onShow={({ id }) => generator.show(id)}
          />
        )}
        <Blurbs />
      </main>
    </>
  );
}
