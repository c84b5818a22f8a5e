import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import { explain } from '../../../api/error-sentences.ts';
import { PATHS } from '../../../lib/paths.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { wait } from '../../../lib/wait.ts';
import { useUserId } from '../../../session/session-provider.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { loadThumbnail } from '../editor/load-thumbnail.ts';
import type { LoadResult } from '../editor/load-thumbnail.ts';
import { FinishEditor } from './finish-editor.tsx';
import { loadDesignPanel } from './load-design-panel.ts';
import { PageBar } from './page-bar.tsx';
import '../../../ui/viewfinder.css';
import './finish-page.css';
import '../layers/controls.css';

/** Puts text and cut-outs on a thumbnail, and exports it. */
export default function FinishPage() {
  useTitle('Finish · Thumbforge');
  const { id = '' } = useParams();
  const userId = useUserId();
  return (
    <main className="wrap tall-page finish-page">
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
      return <Notice actions={<HomeLink />}>{`This thumbnail was not generated. ${state.reason}.`}</Notice>;
    case 'not-found':
      return <Notice actions={<HomeLink />}>There is no such thumbnail in your account.</Notice>;
    case 'error':
      return (
        <Notice
          actions={
            <Button variant="brand" onClick={retry}>
              Try again
            </Button>
          }
        >{`The thumbnail could not be loaded. ${state.reason}.`}</Notice>
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
  actions?: ReactNode;
  children: ReactNode;
}

/** A message in the place of the image. It keeps the page's layout. */
function Notice({ isBusy = false, actions, children }: NoticeProps) {
  return (
    <>
      <PageBar title="Finish a thumbnail" />
      <div className="finish-layout">
        <div className="viewfinder">
          <div className="finish-notice" role={isBusy ? 'status' : 'alert'}>
            <p>
              {isBusy && <Spinner />} <span>{children}</span>
            </p>
            {actions}
          </div>
        </div>
      </div>
    </>
  );
}

const POLL_INTERVAL_MS = 3_000;

type LoadState = { status: 'loading' } | LoadResult | { status: 'error'; reason: string };

/**
 * Loads a thumbnail for editing. While it is being generated, it is read again.
 * @param userId undefined while the session is loading
 */
function useLoadedThumbnail(userId: string | undefined, id: string) {
  const [state, setState] = useState<LoadState>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (userId === undefined) return;
    const left = new AbortController();
    const load = async (): Promise<void> => {
      const panel = loadDesignPanel().catch(() => undefined); // The page itself says what is missing.
      const result = await loadThumbnail(userId, id, left.signal);
      await panel;
      left.signal.throwIfAborted();
      setState(result);
      if (result.status !== 'pending') return;
      await wait(POLL_INTERVAL_MS, left.signal);
      await load();
    };
    load().catch((error: unknown) => {
      if (left.signal.aborted) return;
      setState({ status: 'error', reason: explain(error) });
    });
    return () => left.abort();
  }, [userId, id, attempt]);

  const retry = () => {
    setState({ status: 'loading' });
    setAttempt((count) => count + 1);
  };
  return { state, retry };
}
