import { Navigate } from 'react-router-dom';
import { useCredits } from '../../api/read-credits.ts';
import { formatCredits } from '../../lib/format.ts';
import { PATHS } from '../../lib/paths.ts';
import type { QueryState } from '../../lib/query-state.ts';
import { useTitle } from '../../lib/use-title.ts';
import { useSession } from '../../session/session-provider.tsx';
import { signOut } from '../../session/sign-out.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AccountLayout } from './account-layout.tsx';
import { DeleteAccount } from './delete-account.tsx';
import './account.css';

export default function AccountPage() {
  useTitle('Your account · Thumbforge');
  const session = useSession();
  const user = session.status === 'signed-in' ? session.user : undefined;
  const credits = useCredits(user?.id);

  if (session.status === 'visitor') return <Navigate to={PATHS.auth} replace />;
  return (
    <AccountLayout credits={credits}>
      <dl className="account-facts">
        <div>
          <dt>Email</dt>
          <dd>{user ? user.email : <Skeleton width={20} />}</dd>
          <dd>
            <Button variant="quiet" disabled={user === undefined} onClick={() => void signOut()}>
              Sign Out
            </Button>
          </dd>
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
      </dl>
      {user && <DeleteAccount user={user} credits={credits} />}
    </AccountLayout>
  );
}

function Credits({ credits }: { credits: QueryState<number> }) {
  switch (credits.status) {
    case 'pending':
      return <Skeleton width={9} />;
    case 'error':
      return 'Not known at the moment';
    case 'success':
      return formatCredits(credits.data);
  }
}
