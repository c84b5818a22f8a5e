import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { PACKS } from '#contract/packs.ts';
import { isUnauthorized } from '../../../api/errors.ts';
import { useCredits, usePacks } from '../../../api/read-credits.ts';
import { useFeature, useSiteConfig } from '../../../api/site-config.ts';
import { readCode } from '../../../lib/email.ts';
import { formatCredits } from '../../../lib/format.ts';
import { HEADINGS, PATHS } from '../../../lib/paths.ts';
import type { QueryState } from '../../../api/use-query.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useConsent } from '../../../lib/use-consent.ts';
import { useSession } from '../../../session/session-provider.tsx';
import type { User } from '../../../session/session-store.ts';
import { DownloadIcon } from '../../../ui/action-icons.tsx';
import { LinkButton, Button } from '../../../ui/button.tsx';
import { LazyPart, useCode } from '../../../ui/lazy-part.tsx';
import { notify } from '../../../ui/notify.ts';
import { Page } from '../../../ui/page.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TickBox } from '../../../ui/tick-box.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { exportAccount, useApiKeys } from '../api.ts';
import { ChangePassword } from './change-password.tsx';
import { CreditHistory } from './credit-history.tsx';
import { DeleteAccount } from './delete-account.tsx';
import '../../../ui/message.css';
import './account.css';

export default function AccountPage() {
  const session = useSession();
  const user = session.status === 'signed-in' ? session.user : undefined;
  const credits = useCredits(user?.id);
  const packs = usePacks(user?.id);
  const keys = useFeature('keys', user?.id);
  const config = useSiteConfig();
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
      {user && config.status !== 'pending' && (
        <ApiKeysFirst user={user} access={keys}>
          <DownloadData />
          <DeleteAccount user={user} credits={credits} />
        </ApiKeysFirst>
      )}
    </Page>
  );
}

interface ApiKeysFirstProps {
  user: User;
  access: ReturnType<typeof useFeature>;
  /** The sections below the keys. */
  children: ReactNode;
}

/** The API keys, whose code is not loaded while the feature is off. The sections below come after their list, which would move the buttons. */
function ApiKeysFirst({ user, access, children }: ApiKeysFirstProps) {
  const [hasEnded, setHasEnded] = useState(false);
  const end = () => setHasEnded(true);
  return (
    <>
      {access !== 'off' && <LoadedApiKeys user={user} isEarly={access === 'early'} onEnd={end} />}
      {(access === 'off' || hasEnded) && children}
    </>
  );
}

interface LoadedApiKeysProps {
  user: User;
  isEarly: boolean;
  /** Is called when the keys are there, or cannot be loaded. */
  onEnd: () => void;
}

function LoadedApiKeys({ user, isEarly, onEnd }: LoadedApiKeysProps) {
  const code = useCode(() => import('./api-keys.tsx'), onEnd);
  const { status } = useApiKeys(user.id);
  const hasEnded = code !== undefined && status !== 'pending';
  const end = useEffectEvent(onEnd);
  useLayoutEffect(() => {
    if (hasEnded) end();
  }, [hasEnded]);
  return <LazyPart>{code && <code.default user={user} isEarly={isEarly} />}</LazyPart>;
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
function DownloadData() {
  const [isBusy, setIsBusy] = useState(false);

  const download = async () => {
    setIsBusy(true);
    try {
      const data = JSON.stringify(await exportAccount(), undefined, 2);
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
