import { lazy, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { PACKS } from '#contract/packs.ts';
import { isUnauthorized } from '../../../api/errors.ts';
import { useCredits, usePacks } from '../../../api/read-credits.ts';
import { useFeature } from '../../../api/site-config.ts';
import { readCode } from '../../../lib/email.ts';
import { formatCredits } from '../../../lib/format.ts';
import { HEADINGS, PATHS } from '../../../lib/paths.ts';
import type { QueryState } from '../../../api/use-query.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useConsent } from '../../../lib/use-consent.ts';
import { useSession } from '../../../session/session-provider.tsx';
import { DownloadIcon } from '../../../ui/action-icons.tsx';
import { LinkButton, Button } from '../../../ui/button.tsx';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { notify } from '../../../ui/notify.ts';
import { Page } from '../../../ui/page.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TickBox } from '../../../ui/tick-box.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { exportAccount } from '../api.ts';
import { ChangePassword } from './change-password.tsx';
import { CreditHistory } from './credit-history.tsx';
import { DeleteAccount } from './delete-account.tsx';
import '../../../ui/message.css';
import './account.css';

/** The code of the API keys. It is not loaded while the feature is off. */
const ApiKeys = lazy(() => import('./api-keys.tsx'));

export default function AccountPage() {
  const session = useSession();
  const user = session.status === 'signed-in' ? session.user : undefined;
  const credits = useCredits(user?.id);
  const packs = usePacks(user?.id);
  const keys = useFeature('keys', user?.id);
  const code = useCodeFromUrl();

  return (
    <Page {...HEADINGS.account}>
      <dl className="account-facts">
        <div>
          <dt>Email</dt>
          <dd>{user ? user.email : <Skeleton width={20} />}</dd>
        </div>
        <div>
          <dt>Credits</dt>
          <dd>
            <Credits credits={credits} />
          </dd>
          <dd>
            <LinkButton variant="quiet" to={PATHS.buyCredits}>
              Buy Credits
            </LinkButton>
          </dd>
        </div>
        {packs.length > 0 && (
          <div>
            <dt>{packs.length === 1 ? 'Pack' : 'Packs'}</dt>
            <dd>{packs.map((pack) => PACKS[pack].name).join(', ')}</dd>
          </div>
        )}
      </dl>
      {user && <CreditHistory key={user.id} userId={user.id} balance={credits} />}
      {user && <ChangePassword email={user.email} linkCode={code} />}
      {user && <Preferences userId={user.id} />}
      {user && keys !== 'off' && (
        <LazyPart>
          <ApiKeys user={user} isEarly={keys === 'early'} />
        </LazyPart>
      )}
      {user && <DownloadData userId={user.id} />}
      {user && <DeleteAccount user={user} credits={credits} />}
    </Page>
  );
}

/** The code of an e-mailed link, which is removed from the URL. */
function useCodeFromUrl(): string {
  const [search] = useSearchParams();
  const [code] = useState(() => readCode(search));
  const navigate = useNavigate();
  useEffect(() => {
    if (code !== '') void navigate({ search: '' }, { replace: true });
  }, [code, navigate]);
  return code;
}

function Credits({ credits }: { credits: QueryState<number> }) {
  switch (credits.status) {
    case 'pending':
      return <Skeleton width={9} />;
    case 'error':
      return 'Could not be loaded.';
    case 'success':
      return formatCredits(credits.data);
  }
}

/** The way back from "Do not ask again on this device". */
function Preferences({ userId }: { userId: string }) {
  const replaceConsent = useConsent(userId, 'replaceConsent');
  const label = 'Ask before a new thumbnail takes the place of the oldest one';
  return (
    <section className="account-section" aria-labelledby="preferences">
      <h2 id="preferences">On this device</h2>
      <TickBox
        label={label}
        checked={!replaceConsent.isGiven}
        onChange={(asks) => (asks ? replaceConsent.withdraw() : replaceConsent.give())}
      >
        {label}
      </TickBox>
    </section>
  );
}

const FILE_NAME = 'thumbforge-data.json';

/** Saves everything that is stored about the user as a file. */
function DownloadData({ userId }: { userId: string }) {
  const [isBusy, setIsBusy] = useState(false);

  const download = async () => {
    setIsBusy(true);
    try {
      const data = JSON.stringify(await exportAccount(userId), undefined, 2);
      saveFile(new Blob([data], { type: 'application/json' }), FILE_NAME);
    } catch (error) {
      // The end of the session has its own message.
      if (!isUnauthorized(error)) notify.error('Failed to download your data. Please try again.');
    }
    setIsBusy(false);
  };

  return (
    <section className="account-section" aria-labelledby="download-data">
      <h2 id="download-data">Your data</h2>
      <p>
        Your account, credits, purchases and prompts as a file. Its links to your images work for one to seven
        hours.
      </p>
      <Button variant="outline" disabled={isBusy} onClick={() => void download()}>
        {isBusy ? <Spinner /> : <DownloadIcon />} <span>Download my data</span>
      </Button>
    </section>
  );
}
