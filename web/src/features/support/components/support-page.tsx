import { useNavigate } from 'react-router-dom';
import { useSiteConfig } from '../../../api/site-config.ts';
import { SUPPORT_LEVELS } from '../../../../../contract/support.ts';
import type { AnswerHours } from '../../../../../contract/support.ts';
import { comeBackTo } from '../../../lib/come-back.ts';
import { HEADINGS, PATHS } from '../../../lib/paths.ts';
import { useSession } from '../../../session/session-provider.tsx';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { Page } from '../../../ui/page.tsx';
import { formatAnswerTime, LEVELS } from '../model/levels.ts';
import { SupportForm } from './support-form.tsx';
import './support.css';

/** How to reach the operator: a form for users, and the address of the seller for everybody. */
export default function SupportPage() {
  const session = useSession();
  const config = useSiteConfig();
  const navigate = useNavigate();
  if (config.status === 'pending') return <Page {...HEADINGS.support} isBusy />;
  const { legal, answerHours } = config.status === 'success' ? config.data : {};
  return (
    <Page {...HEADINGS.support}>
      <div className="support">
        {answerHours && session.status === 'signed-in' && (
          <SupportForm user={session.user} answerHours={answerHours} address={legal?.supportEmail} />
        )}
        {answerHours && session.status === 'visitor' && (
          <section>
            <p>Sign in to send a message from here, with the support level of your account.</p>
            <Button
              variant="primary"
              onClick={() => void navigate(PATHS.auth, { state: comeBackTo(PATHS.support) })}
            >
              Sign in
            </Button>
          </section>
        )}
        {legal && (
          <p className="support-address">
            {answerHours ? 'Or write to' : 'Write to'}{' '}
            <a href={`mailto:${legal.supportEmail}`}>{legal.supportEmail}</a>.
          </p>
        )}
        {config.status === 'error' && (
          <p role="alert">This page could not be loaded. Check your connection and load it again.</p>
        )}
        {config.status === 'success' && !legal && (
          <p>Support cannot be reached from here yet: this site names no address.</p>
        )}
        {answerHours && <Levels answerHours={answerHours} />}
      </div>
    </Page>
  );
}

function Levels({ answerHours }: { answerHours: AnswerHours }) {
  return (
    <section aria-labelledby="support-levels">
      <h2 id="support-levels">When you get an answer</h2>
      <dl className="support-levels">
        {SUPPORT_LEVELS.map((level) => (
          <div key={level}>
            <dt>
              {LEVELS[level].name} <small>{LEVELS[level].holder}</small>
            </dt>
            <dd>{formatAnswerTime(answerHours[level])}</dd>
          </div>
        ))}
      </dl>
      <p>
        The level follows from your <Link to={PATHS.buyCredits}>packs</Link>. A refund of a pack takes its
        level with it.
      </p>
    </section>
  );
}
