import { ZodError } from 'zod';
import { StripeApiError } from '../api/errors.ts';
import { formatMoney, parseMoney } from '../money.ts';
import { eventMode } from '../webhooks/modes.ts';
import type { StripeControls } from './controls.ts';
import type { Flash } from './page.ts';

/** Carries out one form of the controls page. @returns what to say about it. */
export function actOn(controls: StripeControls, form: URLSearchParams): Flash {
  try {
    return { text: run(controls, form), isRefused: false };
  } catch (error) {
    if (error instanceof StripeApiError) return { text: error.message, isRefused: true };
    if (error instanceof ZodError)
      return { text: 'That is not a mode: look at the numbers.', isRefused: true };
    throw error;
  }
}

function run(controls: StripeControls, form: URLSearchParams): string {
  const field = (name: string) => form.get(name) ?? '';
  const failed = form.get('fail_refund');
  if (failed !== null) {
    controls.failRefund(failed);
    return 'The refund failed: the money is back.';
  }
  const action = field('do');
  switch (action) {
    case 'mode':
      setMode(controls, form);
      return 'Applied to coming events.';
    case 'release': {
      const count = controls.release(form.get('event') ?? undefined);
      return count === 1 ? 'Released 1 event.' : `Released ${count} events.`;
    }
    case 'send_again':
      controls.sendAgain(field('event'));
      return 'Sent again, under the same id.';
    case 'send_as_new':
      return `Sent as ${controls.sendAsNew(field('event')).id}.`;
    case 'settle_succeeded':
      controls.settle(field('session'), 'succeeded');
      return 'The money came.';
    case 'settle_failed':
      controls.settle(field('session'), 'failed');
      return 'The money did not come.';
    case 'refund':
      return refund(controls, field('session'), field('amount'));
    case 'dispute':
      controls.dispute(field('session'));
      return 'The customer’s bank took the money back.';
    case 'close_won':
      controls.closeDispute(field('dispute'), 'won');
      return 'The dispute is won.';
    case 'close_lost':
      controls.closeDispute(field('dispute'), 'lost');
      return 'The dispute is lost.';
    default:
      throw new StripeApiError(400, {
        type: 'invalid_request_error',
        message: `There is no action "${action}".`,
      });
  }
}

function setMode(controls: StripeControls, form: URLSearchParams): void {
  const only = form.get('only') ?? '';
  controls.setMode(
    eventMode.parse({
      kind: form.get('kind'),
      seconds: Number(form.get('seconds') ?? NaN),
      count: Number(form.get('count') ?? NaN),
      ...(only === '' ? {} : { only: [only] }),
    }),
  );
}

function refund(controls: StripeControls, sessionId: string, typed: string): string {
  const currency =
    controls.payments().find(({ session }) => session.id === sessionId)?.charge.currency ?? 'gbp';
  const amount = typed.trim() === '' ? undefined : parseMoney(typed, currency);
  if (typed.trim() !== '' && (amount === undefined || amount === 0)) {
    const message = `"${typed}" is not an amount. Write it like 3.50, or leave it empty for all of it.`;
    throw new StripeApiError(400, { type: 'invalid_request_error', message });
  }
  const made = controls.refund(sessionId, amount);
  return `Refunded ${formatMoney(made.amount, made.currency)}.`;
}
