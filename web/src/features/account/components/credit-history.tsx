import { useEffect, useRef, useState } from 'react';
import type { CreditChange } from '#contract/endpoints/credit-schemas.ts';
import type { QueryState } from '../../../api/use-query.ts';
import { finishPath } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useCreditHistory } from '../hooks/use-credit-history.ts';
import { describeChange, formatChange, formatTime } from '../model/describe-change.ts';
import './credit-history.css';

/** The list of the changes of the balance, newest first. */
export function CreditHistory({ userId, balance }: { userId: string; balance: QueryState<number> }) {
  const { query, more, loadMore } = useCreditHistory(userId, balance);
  return (
    <section
      className="account-section"
      aria-labelledby="credit-history"
      aria-busy={query.status === 'pending' || more === 'loading'}
    >
      <h2 id="credit-history">What credits went on</h2>
      {query.status === 'pending' && <ChangesSkeleton />}
      {query.status === 'error' && (
        <>
          <p role="alert">What your credits went on could not be loaded.</p>
          <Button variant="outline" onClick={query.refetch}>
            Retry
          </Button>
        </>
      )}
      {query.status === 'success' && (
        <>
          <Changes entries={query.data.entries} isComplete={query.data.cursor === undefined} />
          <MoreChanges isComplete={query.data.cursor === undefined} state={more} onLoad={loadMore} />
        </>
      )}
    </section>
  );
}

const SKELETON_ROWS = [1, 2, 3, 4, 5];

/** Has the height of a short list, so that little moves when the changes arrive. */
function ChangesSkeleton() {
  return (
    <ul className="credit-history-loading" aria-hidden="true">
      {SKELETON_ROWS.map((row) => (
        <li key={row}>
          <Skeleton width={10} />
          <Skeleton width={20} />
        </li>
      ))}
    </ul>
  );
}

function Changes({ entries, isComplete }: { entries: readonly CreditChange[]; isComplete: boolean }) {
  const now = new Date();
  if (entries.length === 0 && isComplete) {
    return <p>Nothing yet. Every credit that you get or spend is listed here.</p>;
  }
  return (
    <div className="credit-history-changes">
      <table className="credit-history" aria-labelledby="credit-history">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">What</th>
            <th scope="col">Credits</th>
            <th scope="col">Balance</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((change) => (
            <Change key={change.id} change={change} now={now} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Change({ change, now }: { change: CreditChange; now: Date }) {
  const { at, credits, balance, thumbnailId, title, previewURL } = change;
  const { name, details } = describeChange(change);
  return (
    <tr>
      <td>
        <time dateTime={at}>{formatTime(at, now)}</time>
      </td>
      <td>
        {previewURL !== undefined && <Picture src={previewURL} />}
        <span>{name}</span>{' '}
        {thumbnailId !== undefined && (
          <Link to={finishPath(thumbnailId)} dir="auto">
            {title}
          </Link>
        )}
        {details !== undefined && <span className="credit-history-details">{details}</span>}
      </td>
      <td data-gain={credits > 0}>{formatChange(credits)}</td>
      <td>{balance}</td>
    </tr>
  );
}

/** The picture of a thumbnail. Its title stands beside it. A picture whose URL has expired leaves its place empty. */
function Picture({ src }: { src: string }) {
  const [isBroken, setIsBroken] = useState(false);
  return isBroken ? null : (
    <img
      className="credit-history-picture"
      src={src}
      alt=""
      width={46}
      height={26}
      loading="lazy"
      onError={() => setIsBroken(true)}
    />
  );
}

interface MoreChangesProps {
  isComplete: boolean;
  state: 'idle' | 'loading' | 'failed';
  onLoad: () => void;
}

/** Loads the next page. After the last page, a sentence takes the place of the button, and the focus of the button. */
function MoreChanges({ isComplete, state, onLoad }: MoreChangesProps) {
  const [isPressed, setIsPressed] = useState(false);
  const end = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isComplete && document.activeElement === document.body) end.current?.focus({ preventScroll: true });
  }, [isComplete]);
  if (isComplete) {
    return isPressed ? (
      <p ref={end} tabIndex={-1}>
        That is all.
      </p>
    ) : null;
  }
  const load = () => {
    setIsPressed(true);
    onLoad();
  };
  return (
    <>
      {state === 'failed' && <p role="alert">The next changes could not be loaded.</p>}
      {/* A disabled button would lose the focus. */}
      <Button variant="outline" aria-disabled={state === 'loading'} onClick={load}>
        {state === 'loading' && <Spinner />} <span>{state === 'failed' ? 'Retry' : 'Show more'}</span>
      </Button>
    </>
  );
}
