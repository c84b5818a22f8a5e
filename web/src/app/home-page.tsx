import { useUserId, useSession } from '../session/session-provider.tsx';
import { WelcomeOffer } from '../features/buying/components/welcome-offer.tsx';
import { Blurbs } from '../features/generator/components/blurbs.tsx';
import { Generator } from '../features/generator/components/generator.tsx';
import { useGenerator } from '../features/generator/hooks/use-generator.ts';
import { useTabStatus } from '../features/generator/hooks/use-tab-status.ts';
import { PreviousThumbnails } from '../features/generator/components/previous-thumbnails.tsx';
import { useThumbnailHistory } from '../features/generator/hooks/use-thumbnail-history.ts';
import './home-page.css';

export function HomePage() {
  const session = useSession();
  const userId = useUserId();
  const history = useThumbnailHistory(userId);
  const generator = useGenerator(userId, history);
  useTabStatus('Thumbforge: AI Thumbnail Generator', generator.progress);
  // A session that is loading reserves the space of a user's page, so that nothing moves when it has loaded.
  const isVisitor = session.status === 'visitor';

  return (
    <main className="wrap">
      <div className={isVisitor ? 'home-hero' : 'home-hero home-hero-slim'}>
        <h1>Thumbnails that earn the click</h1>
        {isVisitor && (
          <p>
            Describe the idea. Get a finished 16:9 picture in seconds, ready to upload. <WelcomeOffer />
          </p>
        )}
      </div>
      <Generator session={session} generator={generator} history={history} />
      {!isVisitor && (
        <PreviousThumbnails
          history={history}
          shownId={generator.shownId}
          disabled={generator.isBusy}
          onShow={generator.show}
        />
      )}
      <Blurbs />
    </main>
  );
}
