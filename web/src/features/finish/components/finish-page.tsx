import type { ReactNode } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { PATHS } from '../../../lib/paths.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { useSession } from '../../../session/session-provider.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { FinishEditor } from './finish-editor.tsx';
import { useLoadedThumbnail } from '../hooks/use-loaded-thumbnail.ts';
import '../../../ui/viewfinder.css';
import './finish-page.css';

/** Puts text and cut-outs on a thumbnail, and exports it. */
export default function FinishPage() {
  useTitle('Finish · Thumbforge');
  const { id = '' } = useParams();
  const session = useSession();

  if (session.status === 'visitor') return <Navigate to={PATHS.auth} replace />;
  const userId = session.status === 'signed-in' ? session.user.id : undefined;
  return (
    <main className="wrap tall-page">
      <Thumbnail key={id} userId={userId} id={id.toLowerCase()} />
    </main>
  );
}

function Thumbnail({ userId, id }: { userId: string | undefined; id: string }) {
  const { state, retry } = useLoadedThumbnail(userId, id);
  switch (state.status) {
    case 'loading':
      return <Notice isBusy>Loading the thumbnail...</Notice>;
    case 'pending':
      return <Notice isBusy>This thumbnail is still being generated.</Notice>;
    case 'failed':
      return <Notice action={<HomeLink />}>This thumbnail was not generated. {state.reason}.</Notice>;
    case 'not-found':
      return <Notice action={<HomeLink />}>There is no such thumbnail in your account.</Notice>;
    case 'error':
      return (
        <Notice
          action={
            <Button variant="brand" onClick={retry}>
              Try again
            </Button>
          }
        >
          The thumbnail could not be loaded. {state.reason}.
        </Notice>
      );
    case 'loaded':
      return userId === undefined ? null : <FinishEditor userId={userId} thumbnail={state.thumbnail} />;
  }
}

const HomeLink = () => (
  <LinkButton variant="brand" to={PATHS.home}>
    Create a thumbnail
  </LinkButton>
);

interface NoticeProps {
  isBusy?: boolean;
  action?: ReactNode;
  children: ReactNode;
}

/** A message in the place of the image. It keeps the page's layout. */
function Notice({ isBusy = false, action, children }: NoticeProps) {
  return (
    <>
      <div className="finish-bar">
        <h1>Finish a thumbnail</h1>
      </div>
      <div className="finish-layout">
        <div className="viewfinder">
          <div className="finish-notice" role={isBusy ? 'status' : 'alert'}>
            <p>
              {isBusy && <Spinner />} {children}
            </p>
            {action}
          </div>
        </div>
      </div>
    </>
  );
}
