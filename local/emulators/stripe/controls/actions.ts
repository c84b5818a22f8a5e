import { ZodError } from 'zod';
import { invalidRequest, StripeApiError } from '../api/operation.ts';
import { formatMoney, parseMoney } from '../objects.ts';
import { eventMode } from '../store.ts';
import type { StripeControls } from './controls.ts';

/** The result of the last form. */
export interface Flash {
  text: string;
  isError: boolean;
}

/**
 * Runs the action of one button.
 * @param id the id of the session, event, refund or dispute.
 * @returns a message for the page. Any other value means "done".
 */
type RunAction = (controls: StripeControls, id: string, form: URLSearchParams) => unknown;

/** The buttons of the controls page, by the value of the form field `do`. Each button has a label and an action. */
export const ACTIONS = {
  apply_mode: ['Apply', (controls, _id, form) => controls.setMode(parseMode(form))],
  release: ['Release', (controls, id) => `Events released: ${controls.release(id === '' ? undefined : id)}.`],
  send_again: ['Send again', (controls, id) => controls.sendAgain(id)],
  send_as_new: ['Send as a new event', (controls, id) => `Sent as ${controls.sendAsNew(id).id}.`],
  settle_succeeded: ['Async payment succeeds', (controls, id) => controls.settle(id, 'succeeded')],
  settle_failed: ['Async payment fails', (controls, id) => controls.settle(id, 'failed')],
  refund: ['Refund', (controls, id, form) => refund(controls, id, form, 'succeeded')],
  refund_pending: ['Refund, pending', (controls, id, form) => refund(controls, id, form, 'pending')],
  dispute: ['Dispute', (controls, id) => controls.dispute(id)],
  inquiry: ['Inquiry', (controls, id) => controls.dispute(id, { status: 'warning_needs_response' })],
  update_refund: ['Set status', (controls, id, form) => controls.updateRefund(id, readStatus(form))],
  update_dispute: ['Set status', (controls, id, form) => controls.updateDispute(id, readStatus(form))],
} satisfies Record<string, [label: string, run: RunAction]>;
export type ActionName = keyof typeof ACTIONS;

/** Runs the action of a form on the controls page. */
export function runAction(controls: StripeControls, form: URLSearchParams): Flash {
  const name = form.get('do') ?? '';
  try {
    if (!isAction(name)) throw invalidRequest(`There is no action "${name}".`);
    const [label, run]: [string, RunAction] = ACTIONS[name];
    const result = run(controls, form.get('id') ?? '', form);
    return { text: typeof result === 'string' ? result : `${label}: done.`, isError: false };
  } catch (error) {
    if (error instanceof StripeApiError) return { text: error.message, isError: true };
    if (error instanceof ZodError)
      return { text: 'This mode is not valid. Check the number.', isError: true };
    throw error;
  }
}

function isAction(name: string): name is ActionName {
  return Object.hasOwn(ACTIONS, name);
}

function parseMode(form: URLSearchParams) {
  const only = (form.get('only') ?? '').split(',').map((type) => type.trim());
  const amount = Number.parseFloat(form.get('amount') ?? '');
  const limit = only.some((type) => type !== '') ? { only } : {};
  return eventMode.parse({ kind: form.get('kind'), seconds: amount, count: amount, ...limit });
}

const readStatus = (form: URLSearchParams) => form.get('status') ?? '';

function refund(
  controls: StripeControls,
  id: string,
  form: URLSearchParams,
  status: 'succeeded' | 'pending',
): string {
  const text = form.get('amount')?.trim() ?? '';
  const payment = controls.payments().find(({ session }) => session.id === id);
  const amount = text === '' ? undefined : parseMoney(text, payment?.charge.currency ?? 'gbp');
  if (text !== '' && (amount === undefined || amount === 0)) {
    throw invalidRequest(`"${text}" is not an amount. Write 3.50, or leave it empty for the full amount.`);
  }
  const created = controls.refund(id, { amount, status });
  return `Refunded ${formatMoney(created.amount, created.currency)}.`;
}
