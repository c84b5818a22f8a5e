import { isRunning } from '../../../generations/generation.ts';
import { generations } from '../../../generations/generations.ts';
import { findBatch } from '../../../generations/generation.ts';
import { formatCredits, formatDay } from '../../../lib/format.ts';
import { PATHS } from '../../../lib/paths.ts';
import { Link } from '../../../ui/link.tsx';
import { notify } from '../../../ui/notify.ts';

const OUT_OF_CREDITS_TOAST = { id: 'out-of-credits', duration: 5_000 };

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

/** The message stays while something else is generated, and its button can be pressed twice while the message fades. */
function isGenerating(): boolean {
  const { all, watchedId } = generations.get();
  return findBatch(all, watchedId).some(isRunning);
}

/**
 * Reports that the balance does not pay for all generations that were requested at once.
 * @param makeOne generates one image, if the balance pays for it
 */
export function notifyTooFewCredits(cost: number, balance: number, makeOne: (() => void) | undefined): void {
  const onClick = makeOne && (() => !isGenerating() && makeOne());
  notify.error(
    <>
      <span>{`Three versions cost ${formatCredits(cost)}, and you have ${balance}.`}</span>{' '}
      <Link to={PATHS.buyCredits}>Buy More Credits</Link>
    </>,
    onClick === undefined
      ? OUT_OF_CREDITS_TOAST
      : { ...OUT_OF_CREDITS_TOAST, duration: TOO_FEW_MS, action: { label: 'Make one', onClick } },
  );
}
