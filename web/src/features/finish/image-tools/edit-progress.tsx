import { adviseAfterGeneration, explain, NO_CREDIT_TAKEN } from '../../../api/error-sentences.ts';
import { hasCode, isInvalid, isOutcomeUnknown } from '../../../api/errors.ts';
import { describePosition } from '../../../api/waiting-line.ts';
import type { EditGeneration } from '../../../generations/generation.ts';
import { useEnds } from '../../../generations/use-generations.ts';
import { useIsOffline } from '../../../lib/online.ts';
import { PATHS } from '../../../lib/paths.ts';
import { useSeconds } from '../../../lib/use-seconds.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { Edits } from './use-edits.ts';

interface EditProgressProps {
  edits: Edits;
  current: EditGeneration;
}

/** The edit that is being made, waits in line, or has failed. */
export function EditProgress({ edits, current }: EditProgressProps) {
  const { line, startedAt, end } = current;
  const isOffline = useIsOffline();
  useEnds((ended) => ended.id === current.id && current === edits.last);
  if (end) return <Failure edits={edits} current={current} />;
  return (
    <div className="edit-progress">
      <p role="status">
        <Spinner /> <span>{line ? 'Waiting in line' : 'Changing the image...'}</span>
      </p>
      {line ? (
        <p className="tool-hint">
          {isOffline ? 'You are offline. You keep your place.' : describePosition(line)}
        </p>
      ) : (
        <Elapsed since={startedAt} />
      )}
      <p className="tool-hint">You can leave this page. The edit continues.</p>
      {line && (
        <Button variant="outline" onClick={() => void edits.cancel(current.id)}>
          Cancel
        </Button>
      )}
    </div>
  );
}

/** The models edit as fast as they generate. */
const USUAL_SECONDS = 15;

function Elapsed({ since }: { since: number }) {
  const seconds = useSeconds(since);
  const hint =
    seconds > USUAL_SECONDS ? 'This one takes longer than usual.' : 'Usually takes 5 to 15 seconds.';
  return (
    <p className="tool-hint" aria-hidden="true">
      {`${seconds} s. ${hint}`}
    </p>
  );
}

function Failure({ edits, current }: EditProgressProps) {
  const { end, input } = current;
  const error = end?.error;
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
        {(input !== undefined || isOutcomeUnknown(error)) && canRetry && (
          <Button variant="brand" onClick={() => edits.retry(current)}>
            Try again
          </Button>
        )}
        <Button variant="outline" onClick={edits.dismiss}>
          Back
        </Button>
      </div>
    </div>
  );
}
