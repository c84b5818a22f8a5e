import { useSiteConfig } from '../api/site-config.ts';
import { Generator } from '../features/generator/components/generator.tsx';
import { PreviousThumbnails } from '../features/generator/components/previous-thumbnails.tsx';
import { useGenerator } from '../features/generator/hooks/use-generator.ts';
import { useThumbnailHistory } from '../features/generator/hooks/use-thumbnail-history.ts';
import { formatFreeCredits } from '../lib/format.ts';
import { PATHS } from '../lib/paths.ts';
import { useTitle } from '../lib/use-title.ts';
import { useUserId, useSession } from '../session/session-provider.tsx';
import { BoltIcon, LayersIcon, SparkIcon } from '../ui/icons.tsx';
import { Link } from '../ui/link.tsx';
import './home-page.css';

export function HomePage() {
  const session = useSession();
  const userId = useUserId();
  const history = useThumbnailHistory(userId);
  const generator = useGenerator(userId, history);
  useTitle('Thumbforge: AI Thumbnail Generator');
  // A session that is loading reserves the space of a user's page, so that nothing moves when it has loaded.
  const isVisitor = session.status === 'visitor';

  return (
    <main className="wrap home">
      <Generator session={session} generator={generator} history={history}>
        <div className="home-hero">
          <h1>Thumbnails that earn the click</h1>
          {isVisitor && (
            <p>
              Describe the idea. Get a finished 16:9 picture in seconds, ready to upload. <WelcomeOffer />
            </p>
          )}
        </div>
      </Generator>
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

const BLURBS = [
  {
    icon: <SparkIcon />,
    title: 'AI-Powered',
    text: 'Leading image models turn a sentence into a picture made for the click.',
  },
  {
    icon: <BoltIcon />,
    title: 'Lightning Fast',
    text: 'From idea to a finished 16:9 thumbnail while your video is still exporting.',
  },
  {
    icon: <LayersIcon />,
    title: 'Style Mimicry',
    text: 'Point at a video you admire and borrow its look.',
  },
] as const;

function Blurbs() {
  return (
    <section className="blurbs" aria-label="Why Thumbforge">
      {BLURBS.map(({ icon, title, text }) => (
        <div key={title}>
          {icon}
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
      ))}
    </section>
  );
}

/** The prices, and the credits of a new account. The number comes last, so that it moves nothing when it has loaded. */
function WelcomeOffer() {
  const config = useSiteConfig();
  const credits = config.status === 'success' ? config.data.welcomeCredits : 0;
  return (
    <span className="hero-offer">
      <Link to={PATHS.buyCredits}>See prices</Link>
      <span>{credits > 0 && ` · ${formatFreeCredits(credits)} to start`}</span>
    </span>
  );
}
