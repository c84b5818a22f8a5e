import { Navigate } from 'react-router-dom';
import { useCredits } from '../api/credits.ts';
import type { Balance } from '../api/credits.ts';
import { PATHS } from '../app/paths.ts';
import { signOut } from '../app/sign-out.ts';
import { useSession } from '../session/session-context.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { countCredits } from '../ui/count-credits.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { useTitle } from '../ui/use-title.ts';
import { AccountFrame } from './account-frame.tsx';
import { DeleteAccount } from './delete-account.tsx';
import './account.css';

export default function AccountPage() {
  useTitle('Your account · Thumbforge');
  const session = useSession();
  const user = session.status === 'signed-in' ? session.user : undefined;
  const { balance } = useCredits(user?.id);

  if (session.status === 'visitor') return <Navigate to={PATHS.auth} replace />;
  return (
    <AccountFrame balance={balance}>
      <dl className="account-facts">
        <div>
          <dt>Email</dt>
          <dd>{user ? user.email : <Skeleton width={20} />}</dd>
          <dd>
            <Button look="quiet" disabled={user === undefined} onClick={() => void signOut()}>
              Sign Out
            </Button>
          </dd>
        </div>
        <div>
          <dt>Credits</dt>
          <dd>
            <Credits balance={balance} />
          </dd>
          <dd>
            <LinkButton look="quiet" to={PATHS.buyCredits}>
              Buy Credits
            </LinkButton>
          </dd>
        </div>
      </dl>
      {user && <DeleteAccount user={user} balance={balance} />}
    </AccountFrame>
  );
}

function Credits({ balance }: { balance: Balance }) {
  switch (balance.status) {
    case 'loading':
      return <Skeleton width={9} />;
    case 'unknown':
      return 'Not known at the moment';
    case 'known':
      return countCredits(balance.value);
  }
}
