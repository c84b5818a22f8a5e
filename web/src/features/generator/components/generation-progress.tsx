import { lazy } from 'react';
import { useIsOffline } from '../../../lib/online.ts';
import { useSeconds } from '../../../lib/use-seconds.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { describePosition } from '../../../api/waiting-line.ts';
import type { LinePosition } from '../../../api/waiting-line.ts';
import type { Progress, ViewerContent } from '../model/viewer-content.ts';

const ELAPSED_FROM_SECONDS = 3;
/** The usual longest time of a generation. */
const USUAL_SECONDS = 15;

const Places = lazy(() => import('./places.tsx'));

/** The place of a generation that waits until a model is free. */
export function WaitingInLine({ position }: { position: LinePosition }) {
  const isOffline = useIsOffline();
  return (
    <>
      <LazyPart>
        <Places count={(position.ahead ?? 0) + 1} />
      </LazyPart>
      <h2 className="line-title">Waiting in line</h2>
      <p className="line-position">
        {isOffline ? 'You are offline. You keep your place.' : describePosition(position)}
      </p>
    </>
  );
}

/** The place of the image while a model generates it. */
export function Generating({ since }: { since: number }) {
  const isOffline = useIsOffline();
  const isSlow = useSeconds(since) > USUAL_SECONDS;
  return (
    <>
      <span className="viewer-busy">
        <Spinner /> Generating your thumbnail...
      </span>
      {isOffline ? (
        <span role="status">You are offline. It appears here when the connection returns.</span>
      ) : (
        <>
          <small>{isSlow ? 'This one takes longer than usual' : 'Usually takes 5 to 15 seconds'}</small>
          <Elapsed since={since} />
        </>
      )}
    </>
  );
}

/** The seconds since a time, from the third on. */
export function Elapsed({ since }: { since: number }) {
  const seconds = useSeconds(since);
  return (
    <span className="elapsed" aria-hidden="true">
      {seconds >= ELAPSED_FROM_SECONDS ? `${seconds} s` : ''}
    </span>
  );
}

/** A failure announces itself. */
const ANNOUNCEMENTS = {
  generating: 'Generating',
  waiting: 'Waiting in line',
  done: 'Done',
  failed: '',
} as const;

/** Announces a generation to screen readers: each state once, and each new place in the waiting line. */
export function Announcements({ progress, content }: { progress: Progress; content: ViewerContent }) {
  const place = progress === 'waiting' && content.state === 'waiting' ? content.position.ahead : undefined;
  const state = progress && ANNOUNCEMENTS[progress];
  return (
    <p className="visually-hidden" role="status">
      {place === undefined ? state : `${state}. ${describePosition({ ahead: place })}`}
    </p>
  );
}
