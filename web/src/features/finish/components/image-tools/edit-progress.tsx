import { useEffect, useState } from 'react';
import { adviseAfterGeneration, explain, NO_CREDIT_TAKEN } from '../../../../api/error-sentences.ts';
import { hasCode, isInvalid } from '../../../../api/errors.ts';
import { describePosition } from '../../../../api/waiting-line.ts';
import { useIsOffline } from '../../../../lib/online.ts';
import { PATHS } from '../../../../lib/paths.ts';
import { Button, LinkButton } from '../../../../ui/button.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import type { EditRun, EditRuns } from '../../hooks/image-tools/use-edit-run.ts';

/** The edit that is being made, waits in line, or has failed. */
export function EditProgress({ runs }: { runs: EditRuns }) {
  const { run, cancel } = runs;
  const isOffline = useIsOffline();
  if (!run) return null;
  if (run.error !== undefined) return <Failure run={run} runs={runs} />;
  return (
    <div className="edit-progress">
      <p role="status">
        <Spinner /> <span>{run.line ? 'Waiting in line' : 'Changing the image...'}</span>
      </p>
      {run.line ? (
        <p className="tool-hint">
          {isOffline ? 'You are offline. You keep your place.' : describePosition(run.line)}
        </p>
      ) : (
        <Elapsed since={run.startedAt} />
      )}
      <p className="tool-hint">You can leave this page. The edit continues.</p>
      {run.line && (
        <Button variant="outline" onClick={() => void cancel()}>
          Cancel
        </Button>
      )}
    </div>
  );
}

/** The models edit as fast as they generate. */
const USUAL_SECONDS = 15;

function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [since]);
  const seconds = Math.max(0, Math.floor((now - since) / 1_000));
  const hint =
    seconds > USUAL_SECONDS ? 'This one takes longer than usual.' : 'Usually takes 5 to 15 seconds.';
  return (
    <p className="tool-hint" aria-hidden="true">
      {`${seconds} s. ${hint}`}
    </p>
  );
}

function Failure({ run: { error, input }, runs }: { run: EditRun; runs: EditRuns }) {
  const isShort = hasCode(error, 'insufficient_credits');
  const isFiltered = hasCode(error, 'content_filtered');
  const canRetry = !isShort && !isFiltered && !isInvalid(error);
  const hasWords = input !== undefined && 'prompt' in input.operation;
  return (
    <div className="edit-progress">
      <p role="alert">
        {`${explain(error, NO_CREDIT_TAKEN)}. ${isFiltered && !hasWords ? '' : adviseAfterGeneration(error)}`}
      </p>
      <div className="edit-actions">
        {isShort && (
          <LinkButton variant="brand" to={PATHS.buyCredits}>
            Buy Credits
          </LinkButton>
        )}
        {input && canRetry && (
          <Button variant="brand" onClick={runs.retry}>
            Try again
          </Button>
        )}
        <Button variant="outline" onClick={runs.dismiss}>
          Back
        </Button>
      </div>
    </div>
  );
}
