import { html } from 'hono/html';
import { type Dispute, formatMoney, type Refund } from '../objects.ts';
import { formatTime, type Html } from '../../page.ts';
import { isWithheld, listNextStatuses } from '../refunds-and-disputes.ts';
import { type ActionName, ACTIONS } from './actions.ts';
import type { CheckoutView, EventState, EventView, PaymentView } from './controls.ts';

/** A state as the page shows it. */
type Badge = [text: string, tone: 'good' | 'wait' | 'bad' | 'plain'];

/** Renders a checkout and the actions that are possible in its state. */
export function checkoutRow({ session, lineItems, isWaiting }: CheckoutView, payment?: PaymentView): Html {
  const { id, url, status, created, amount_total: amount, currency, customer_details: customer } = session;
  const receipt = payment?.charge.receipt_url;
  return row(
    id,
    `${lineItems.map((item) => item.description).join(', ')} · ${formatMoney(amount, currency)}`,
    payment === undefined ? checkoutBadge(status, isWaiting) : paymentBadge(payment),
    html`${customer?.email ?? 'no e-mail yet'} · ${formatTime(created * 1000)}
    ${typeof url === 'string' && html` · <a href="${url}">Checkout page</a>`}
    ${typeof receipt === 'string' && html` · <a href="${receipt}">Receipt</a>`}`,
    html`${isWaiting && actionForm(id, id, [['settle_succeeded'], ['settle_failed']])}
    ${payment !== undefined && paymentForms(payment)}`,
  );
}

const EVENT_BADGES: Record<EventState, Badge> = {
  delivered: ['Delivered', 'good'],
  sending: ['Sending', 'wait'],
  scheduled: ['Next attempt', 'wait'],
  held: ['Held', 'wait'],
  dropped: ['Dropped', 'bad'],
  failed: ['Failed', 'bad'],
  unsent: ['Not sent: no webhook', 'plain'],
};

/** Renders an event, its attempts, and the actions that send it again. */
export function eventRow({ event: { id, type, created }, state, attempts, due }: EventView): Html {
  const release: [ActionName][] = state === 'held' ? [['release']] : [];
  return row(
    id,
    type,
    EVENT_BADGES[state],
    html`${formatTime(created * 1000)}${attempts.length > 0 && ` · answered ${attempts.join(', ')}`}
    ${due !== null && html` · next ${formatTime(due)}`}`,
    actionForm(id, id, [...release, ['send_again'], ['send_as_new']]),
  );
}

/**
 * Renders a form with a button for each action.
 * @param headingId the id of the element that names the row.
 * @param id the id of the object that the actions change.
 * @param actions the actions. A label replaces the label of the action.
 */
export function actionForm(
  headingId: string,
  id: string,
  actions: readonly [name: ActionName, label?: string][],
  field?: Html,
): Html {
  return html`<form class="actions" method="post" action="/local/stripe" aria-describedby="${headingId}">
    <input type="hidden" name="id" value="${id}" />
    ${field}
    ${actions.map(
      ([name, label = ACTIONS[name][0]]) => html`<button name="do" value="${name}">${label}</button>`,
    )}
  </form>`;
}

function row(id: string, title: string, [text, tone]: Badge, facts: Html, forms: Html): Html {
  return html`<li>
    <article aria-labelledby="${id}">
      <div class="head">
        <h3 id="${id}">${title}</h3>
        <span class="state ${tone}">${text}</span>
      </div>
      <p class="facts">${facts}</p>
      <p class="facts"><code>${id}</code></p>
      ${forms}
    </article>
  </li>`;
}

function checkoutBadge(status: string, isWaiting: boolean): Badge {
  if (isWaiting) return ['Waiting for the bank', 'wait'];
  if (status === 'open') return ['Open', 'plain'];
  return status === 'expired' ? ['Expired', 'plain'] : ['Payment failed', 'bad'];
}

function paymentBadge({ charge, disputes }: PaymentView): Badge {
  const dispute = disputes.at(-1)?.status;
  if (dispute === 'lost') return ['Dispute lost', 'bad'];
  if (disputes.some(isWithheld)) return ['Disputed', 'bad'];
  if (charge.refunded) return ['Refunded', 'wait'];
  const refunded = formatMoney(charge.amount_refunded, charge.currency);
  if (charge.amount_refunded > 0) return [`Refunded ${refunded}`, 'wait'];
  return [dispute === 'won' ? 'Paid, dispute won' : 'Paid', 'good'];
}

function paymentForms({ session: { id }, charge, refunds, disputes }: PaymentView): Html {
  const canRefund = !charge.refunded && !disputes.some(isWithheld);
  const remaining = formatMoney(charge.amount - charge.amount_refunded, charge.currency).replace(
    /[^\d.]/g,
    '',
  );
  const amountField = html`<label>
    Amount
    <input name="amount" inputmode="decimal" autocomplete="off" placeholder="${remaining}" />
  </label>`;
  const refundActions: [ActionName][] = [['refund'], ['refund_pending']];
  const disputeActions: [ActionName][] = [['dispute'], ['inquiry']];
  return html`
    ${actionForm(id, id, [...(canRefund ? refundActions : []), ...disputeActions], amountField)}
    ${[...refunds, ...disputes].map((each) => statusForm(id, each))}
  `;
}

/** Renders the form that sets the next status of a refund or a dispute. */
function statusForm(headingId: string, reversal: Refund | Dispute): Html | undefined {
  const { id, object, status, amount, currency } = reversal;
  const next = listNextStatuses(reversal);
  if (next.length === 0) return undefined;
  const field = html`<label>
    ${object === 'refund' ? 'Refund' : 'Dispute'} of ${formatMoney(amount, currency)}, ${status}
    <select name="status">
      ${next.map((each) => html`<option>${each}</option>`)}
    </select>
  </label>`;
  return actionForm(headingId, id, [[object === 'refund' ? 'update_refund' : 'update_dispute']], field);
}
