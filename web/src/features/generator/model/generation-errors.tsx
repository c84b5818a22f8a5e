import { adviseAfterGeneration, describeGenerationFailure } from '../../../api/error-sentences.ts';
import { hasCode } from '../../../api/errors.ts';
import { formatCredits, formatDay } from '../../../lib/format.ts';
import { PATHS } from '../../../lib/paths.ts';
import { Link } from '../../../ui/link.tsx';
import { notify } from '../../../ui/notify.ts';

const OUT_OF_CREDITS_TOAST = { id: 'out-of-credits', duration: 5_000 };

/** The failure that the viewer shows until the next attempt. */
export interface Failure {
  message: string;
  /** The next step for the creator, and what happened to the credit. Absent if the message says both. */
  advice?: string;
  /** True if the unchanged prompt, or its link, would fail again. */
  needsEdit?: boolean;
  /** The reason why the API refuses a text, shown at the field of the text. */
  refused?: Refused | undefined;
}

type Refused = Partial<Record<'prompt' | 'negativePrompt', string>>;

export const OFFLINE: Failure = { message: 'You are offline. Nothing was sent.' };

/** Describes a failed generation. Returns undefined if the session has ended, because the end of a session has a separate message. */
export function describeFailure(error: unknown): Failure | undefined {
  const message = describeGenerationFailure(error);
  if (message === undefined) return undefined;
  const refused = describeRefusal(error);
  const needsEdit = refused !== undefined || hasCode(error, 'content_filtered', 'reference_not_found');
  return { message, advice: adviseAfterGeneration(error), needsEdit, refused };
}

/** The API names its fields for developers. */
function describeRefusal(error: unknown): Refused | undefined {
  if (!hasCode(error, 'invalid_request')) return undefined;
  const { field = '', clause } = error;
  const problem = clause.replace(field, '');
  if (field === 'prompt') return { prompt: `The prompt${problem}.` };
  if (field === 'negativePrompt') return { negativePrompt: `The negative prompt${problem}.` };
  return undefined;
}

export const isOutOfCredits = (error: unknown) => hasCode(error, 'insufficient_credits');

/** @param welcomeDueAt when the welcome credits can arrive (ISO 8601), if they are due. The limit of that day can defer them again. */
export function notifyOutOfCredits(welcomeDueAt: string | undefined): void {
  notify.error(
    <>
      <span>You have run out of credits.</span>{' '}
      <span>
        {welcomeDueAt !== undefined &&
          `Your welcome credits arrive on ${formatDay(welcomeDueAt)} at the earliest. `}
      </span>
      <Link to={PATHS.buyCredits}>Buy More Credits</Link>
    </>,
    OUT_OF_CREDITS_TOAST,
  );
}

/** Long enough to decide, and to reach the button with the keyboard. */
const TOO_FEW_MS = 30_000;

/**
 * Reports that the balance does not pay for all generations that were requested at once.
 * @param makeOne generates one image, if the balance pays for it
 */
export function notifyTooFewCredits(cost: number, balance: number, makeOne: (() => void) | undefined): void {
  notify.error(
    <>
      <span>{`Three versions cost ${formatCredits(cost)}, and you have ${balance}.`}</span>{' '}
      <Link to={PATHS.buyCredits}>Buy More Credits</Link>
    </>,
    makeOne === undefined
      ? OUT_OF_CREDITS_TOAST
      : { ...OUT_OF_CREDITS_TOAST, duration: TOO_FEW_MS, action: { label: 'Make one', onClick: makeOne } },
  );
}
