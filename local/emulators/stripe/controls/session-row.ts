import { formatMoney } from '../money.ts';
import { html, time, type Html } from '../pages/html.ts';
import type { PaymentView, SessionView } from './views.ts';

interface State {
  words: string;
  tone: 'good' | 'wait' | 'bad' | '';
}

/** One checkout, and what can be done to it now. */
export function sessionRow(
  { session, lineItems, isWaiting }: SessionView,
  payment: PaymentView | undefined,
): Html {
  const amount = formatMoney(session.amount_total ?? 0, session.currency ?? 'gbp');
  const title = lineItems.map(({ description }) => description).join(', ');
  const { words, tone } = payment === undefined ? unpaidState(session.status, isWaiting) : paidState(payment);
  const headingId = `of-${session.id}`;
  const actions = isWaiting ? WAITING_ACTIONS : payment && paymentActions(payment);
  const receipt = payment?.charge.receipt_url ?? null;
  return html`<li>
    <article aria-labelledby="${headingId}">
      <div class="head">
        <h3 id="${headingId}">${title} · ${amount}</h3>
        <span class="state ${tone}">${words}</span>
      </div>
      <p class="facts">
        ${session.customer_details?.email ?? 'no e-mail yet'} · ${time(session.created * 1000)}
      </p>
      <p class="facts id"><code>${session.id}</code></p>
      <p class="links">
        ${session.url !== null && html`<a href="${session.url}">Checkout page</a>`}
        ${receipt !== null && html`<a href="${receipt}">Receipt</a>`}
      </p>
      ${actions !== undefined && form(session.id, headingId, actions)}
    </article>
  </li>`;
}

const WAITING_ACTIONS = html`<div class="actions">
  <button name="do" value="settle_succeeded">Async payment succeeds</button>
  <button name="do" value="settle_failed">Async payment fails</button>
</div>`;

function form(sessionId: string, headingId: string, actions: Html): Html {
  return html`<form method="post" action="/local/stripe" aria-describedby="${headingId}">
    <input type="hidden" name="session" value="${sessionId}" />
    ${actions}
  </form>`;
}

function unpaidState(status: string | null, isWaiting: boolean): State {
  if (isWaiting) return { words: 'Waiting for the bank', tone: 'wait' };
  if (status === 'open') return { words: 'Open', tone: '' };
  return status === 'expired' ? { words: 'Expired', tone: '' } : { words: 'Payment failed', tone: 'bad' };
}

function paidState({ charge, disputes }: PaymentView): State {
  const last = disputes.at(-1);
  if (last?.status === 'needs_response') return { words: 'Disputed', tone: 'bad' };
  if (last?.status === 'lost') return { words: 'Dispute lost', tone: 'bad' };
  if (charge.refunded) return { words: 'Refunded', tone: 'wait' };
  if (charge.amount_refunded > 0) {
    return { words: `Refunded ${formatMoney(charge.amount_refunded, charge.currency)}`, tone: 'wait' };
  }
  return { words: last?.status === 'won' ? 'Paid, dispute won' : 'Paid', tone: 'good' };
}

function paymentActions({ charge, refunds, disputes }: PaymentView): Html {
  const open = disputes.find(({ status }) => status === 'needs_response');
  const isLost = disputes.some(({ status }) => status === 'lost');
  const left = formatMoney(charge.amount - charge.amount_refunded, charge.currency);
  const canRefund = !charge.refunded && open === undefined && !isLost;
  return html`${
    canRefund &&
    html`<div class="actions">
      <label class="amount">
        Amount
        <input
          name="amount"
          inputmode="decimal"
          autocomplete="off"
          placeholder="${left.replace(/[^\d.]/g, '')}"
        />
      </label>
      <button name="do" value="refund">Refund</button>
      ${!charge.disputed && html`<button name="do" value="dispute">Dispute</button>`}
    </div>`
  }
  ${
    open !== undefined &&
    html`<div class="actions">
      <input type="hidden" name="dispute" value="${open.id}" />
      <button name="do" value="close_won">Close dispute as won</button>
      <button name="do" value="close_lost">Close dispute as lost</button>
    </div>`
  }
  ${refunds
    .filter(({ status }) => status === 'succeeded')
    .map(
      ({ id, amount, currency }) =>
        html`<div class="actions">
          <button name="fail_refund" value="${id}">
            Fail the refund of ${formatMoney(amount, currency)}
          </button>
        </div>`,
    )}`;
}
