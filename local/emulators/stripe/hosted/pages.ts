import { html } from 'hono/html';
import type { EmulatorState } from '../emulator-state.ts';
import { type Charge, formatMoney, type Session } from '../objects.ts';
import { BASE_STYLE, formatTime, type Html, renderPage } from '../../page.ts';
import { filterByCharge } from '../refunds-and-disputes.ts';
import type { Checkout } from '../store.ts';

/** Renders the page of a checkout. @param alert the reason why the last submit failed. */
export function checkoutPage({ session, lineItems, terms }: Checkout, alert: string | undefined): string {
  const amount = formatMoney(session.amount_total, session.currency);
  const lines = lineItems.map((item) =>
    line(`${item.description ?? ''} × ${item.quantity}`, formatMoney(item.amount_total, item.currency)),
  );
  const order = orderSection(describeItems(lineItems), amount, [...lines, line('Total', amount, 'total')]);
  const payment = session.status === 'open' ? paymentSection(session, terms, alert) : endedSection(session);
  return hostedPage(`${amount} · Checkout stand-in`, html`<main>${order} ${payment}</main>`);
}

/** Renders the page behind `receipt_url`: the payment and its refunds. */
export function receiptPage({ data }: EmulatorState, charge: Charge): string {
  const money = (amount: number) => formatMoney(amount, charge.currency);
  const checkout = [...data.checkouts.values()].find(
    ({ session }) => session.payment_intent === charge.payment_intent,
  );
  const refunds = filterByCharge(data.refunds, charge).filter(({ status }) => status === 'succeeded');
  const receipt = orderSection(
    `Receipt for ${describeItems(checkout?.lineItems ?? [])}`,
    money(charge.amount),
    [
      line('Paid', formatTime(charge.created * 1000)),
      line('By', charge.billing_details.email ?? 'unknown'),
      ...refunds.map(({ amount, created }) =>
        line(html`Refunded ${formatTime(created * 1000)}`, `−${money(amount)}`),
      ),
      line('Total', money(charge.amount - charge.amount_refunded), 'total'),
    ],
  );
  return hostedPage(`Receipt · ${money(charge.amount)}`, html`<main class="single">${receipt}</main>`);
}

/** Returns the page that the customer sees after a payment (Checkout API, `success_url`). */
export function successUrl({ success_url: url, id }: Session): string {
  return url.replaceAll('{CHECKOUT_SESSION_ID}', id);
}

function hostedPage(title: string, main: Html): string {
  const notice = html`<p class="notice">Local stand-in: no money moves.</p>`;
  return renderPage(title, HOSTED_STYLE, html`${notice} ${main}`);
}

function describeItems(lineItems: Checkout['lineItems']): string {
  return lineItems.map(({ description }) => description).join(', ');
}

function orderSection(title: string, amount: string, lines: Html[]): Html {
  return html`<section aria-label="Order">
    <p class="facts">Thumbforge</p>
    <h1>${title}</h1>
    <p class="amount">${amount}</p>
    <dl class="lines">${lines}</dl>
  </section>`;
}

function line(label: string | Html, value: string | Html, className = ''): Html {
  return html`<div class="${className}">
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`;
}

function paymentSection(
  { id, customer_details: customer, cancel_url: cancelUrl }: Session,
  terms: string | undefined,
  alert: string | undefined,
): Html {
  const email = customer?.email ?? null;
  return html`<section class="pay" aria-labelledby="pay-with">
    <h2 id="pay-with">Pay with a test card</h2>
    ${alert !== undefined && html`<p class="alert" role="alert">${alert}</p>`}
    <form method="post" action="/pay/${id}">
      <label>
        E-mail
        <input name="email" type="email" required ${email !== null && html`value="${email}" readonly`} />
      </label>
      <label>Card <input value="•••• 4242" readonly /></label>
      ${terms !== undefined && consentBox(terms)}
      <button class="primary wide" name="action" value="pay">Pay</button>
      <div class="other" role="group" aria-labelledby="other">
        <h3 id="other">Or test another outcome</h3>
        <div>
          <button name="action" value="pay_later">Pay later</button>
          <button name="action" value="decline">Decline</button>
        </div>
        <p class="facts">
          Pay later is a bank debit: choose at /local/stripe whether it succeeds. Decline is a card that the
          bank refuses.
        </p>
      </div>
      ${
        cancelUrl !== null &&
        html`<button class="quiet wide" name="action" value="cancel" formnovalidate>Cancel</button>`
      }
    </form>
  </section>`;
}

/** Renders the checkbox that the customer must tick before a payment. Stripe's text may contain links in Markdown. */
function consentBox(terms: string): Html {
  const parts = terms.split(/(\[[^\]]+\]\([^)\s]+\))/).map((part) => {
    const [, label, url] = /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(part) ?? [];
    return label === undefined || url === undefined ? part : html`<a href="${url}">${label}</a>`;
  });
  return html`<label class="consent"
    ><input type="checkbox" name="terms" required /> <span>${parts}</span></label
  >`;
}

function endedSection(session: Session): Html {
  const isExpired = session.status === 'expired';
  const link = isExpired ? session.cancel_url : successUrl(session);
  const [heading, text] = isExpired
    ? ['This checkout has expired', 'Nothing was paid. Go back and start again.']
    : session.payment_status === 'paid'
      ? ['Already paid', 'This checkout is complete.']
      : ['Submitted', 'This checkout is complete. Its payment is on the way or has failed.'];
  return html`<section class="pay" aria-labelledby="ended">
    <h2 id="ended">${heading}</h2>
    <p class="facts">${text}</p>
    ${link !== null && html`<p><a href="${link}">Return to Thumbforge</a></p>`}
  </section>`;
}

/** The style of the hosted page and the receipt: the order on the left and the payment on the right, or one column on a phone. */
export const HOSTED_STYLE = `${BASE_STYLE}
.notice {
  padding: 10px 16px; background: var(--surface); border-bottom: 1px solid var(--line);
  color: var(--warn); font-size: 14px; text-align: center;
}
main { max-width: 400px; margin: 0 auto; padding: 32px 16px 72px; display: grid; gap: 40px; }
h1 { margin-top: 4px; font-size: 20px; font-weight: 500; }
h2 { font-size: 16px; }
h3 { font-size: 14px; font-weight: 400; }
.amount { margin-top: 8px; font-size: 44px; line-height: 1.1; font-weight: 600; letter-spacing: -0.03em; }
.lines { margin-top: 32px; font-size: 14px; }
.lines div { display: flex; justify-content: space-between; gap: 16px; padding: 12px 0; }
.lines div + div { border-top: 1px solid var(--line); }
.lines dt { color: var(--muted); }
.lines .total * { color: var(--text); font-weight: 600; }
label { display: grid; gap: 8px; margin-top: 20px; }
.consent { grid-template-columns: auto 1fr; align-items: start; }
.consent input { width: 20px; min-height: 20px; accent-color: var(--brand); }
.wide { width: 100%; margin-top: 24px; }
.primary { min-height: 52px; }
.other { margin-top: 32px; padding-top: 24px; border-top: 1px solid var(--line); }
.other div { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; margin: 12px 0; }
.quiet { background: none; border-color: transparent; color: var(--muted); }
.alert { margin-top: 20px; padding: 12px 16px; border: 1px solid var(--danger); border-radius: 10px; color: var(--danger); }
@media (min-width: 900px) {
  main { max-width: 960px; grid-template-columns: 1fr 1fr; gap: 96px; padding-top: 96px; }
  main.single { max-width: 400px; grid-template-columns: 1fr; }
  .pay { align-self: start; padding: 32px; background: var(--surface); border-radius: 14px; }
}
`;
