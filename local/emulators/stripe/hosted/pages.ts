import { html } from 'hono/html';
import type { EmulatorState } from '../emulator-state.ts';
import { formatMoney } from '../money.ts';
import type { Charge, Session } from '../objects.ts';
import { formatTime, renderPage, type Html } from '../page-layout.ts';
import { HOSTED_STYLE } from '../page-style.ts';
import { filterByCharge } from '../refunds-and-disputes.ts';
import type { Checkout } from '../store.ts';

/** @param alert why the last submit failed. */
export function checkoutPage({ session, lineItems }: Checkout, alert: string | undefined): string {
  const amount = formatMoney(session.amount_total, session.currency);
  const isOpen = session.status === 'open';
  const lines = lineItems.map((item) =>
    line(`${item.description ?? ''} × ${item.quantity}`, formatMoney(item.amount_total, item.currency)),
  );
  return renderPage(
    `${amount} · Checkout stand-in`,
    HOSTED_STYLE,
    html`${NOTICE}
      <main>
        <section aria-label="Order">
          ${summary(describeItems(lineItems), amount, [...lines, line(isOpen ? 'Total due' : 'Total', amount, 'total')])}
        </section>
        ${isOpen ? paymentForm(session, alert) : endedSection(session)}
      </main>`,
  );
}

/** The page behind `receipt_url`: the payment and its refunds. */
export function receiptPage(state: EmulatorState, charge: Charge): string {
  const money = (amount: number) => formatMoney(amount, charge.currency);
  const checkout = [...state.data.checkouts.values()].find(
    ({ session }) => session.payment_intent === charge.payment_intent,
  );
  const { email } = charge.billing_details;
  const lines = [
    line('Paid', formatTime(charge.created * 1000)),
    ...(email === null ? [] : [line('By', email)]),
    ...filterByCharge(state.data.refunds, charge)
      .filter(({ status }) => status === 'succeeded')
      .map(({ amount, created }) => line(html`Refunded ${formatTime(created * 1000)}`, `−${money(amount)}`)),
    line('Total', money(charge.amount - charge.amount_refunded), 'total'),
  ];
  return renderPage(
    `Receipt · ${money(charge.amount)}`,
    HOSTED_STYLE,
    html`${NOTICE}
      <main class="single">
        <section>
          ${summary(`Receipt for ${describeItems(checkout?.lineItems ?? [])}`, money(charge.amount), lines)}
        </section>
      </main>`,
  );
}

export function notFoundPage(): string {
  return renderPage(
    'Page not found · Checkout stand-in',
    HOSTED_STYLE,
    html`${NOTICE}
      <main class="single">
        <section class="done">
          <h1>Page not found</h1>
          <p>
            The local Stripe stand-in does not have this page. It may have restarted since it made the link.
          </p>
        </section>
      </main>`,
  );
}

/** Where the customer goes after a payment (Checkout API, `success_url`). */
export function successUrl({ success_url: url, id }: Session): string {
  return url.replaceAll('{CHECKOUT_SESSION_ID}', id);
}

const NOTICE = html`<p class="notice">Local stand-in: no money moves.</p>`;

function describeItems(lineItems: Checkout['lineItems']): string {
  return lineItems.map(({ description }) => description).join(', ');
}

function summary(title: string, amount: string, lines: Html[]): Html {
  return html`<p class="seller">Thumbforge</p>
    <h1>${title}</h1>
    <p class="amount">${amount}</p>
    <dl class="lines">${lines}</dl>`;
}

function line(label: string | Html, value: string | Html, className = ''): Html {
  return html`<div class="${className}">
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`;
}

function paymentForm({ id, customer_details, cancel_url }: Session, alert: string | undefined): Html {
  const email = customer_details?.email ?? null;
  return html`<section class="pay" aria-labelledby="pay-with">
    <h2 id="pay-with">Pay with a test card</h2>
    ${alert !== undefined && html`<p class="alert" role="alert">${alert}</p>`}
    <form method="post" action="/pay/${id}">
      <label class="field">
        E-mail
        <input
          name="email"
          type="email"
          autocomplete="email"
          required
          ${email !== null && html`value="${email}" readonly`}
        />
      </label>
      <p class="field">
        Card
        <span class="card">•••• 4242 <small>already filled in</small></span>
      </p>
      <button class="primary wide" name="action" value="pay">Pay</button>
      <div class="other">
        <h3 id="outcomes">Or test another outcome</h3>
        <div role="group" aria-labelledby="outcomes" aria-describedby="about-outcomes">
          <button name="action" value="pay_later">Pay later</button>
          <button name="action" value="decline">Decline</button>
        </div>
        <p id="about-outcomes">
          Pay later is a bank debit: choose at /local/stripe whether it succeeds. Decline is a card that the
          bank refuses.
        </p>
      </div>
      ${
        cancel_url !== null &&
        html`<button class="quiet wide" name="action" value="cancel" formnovalidate>Cancel</button>`
      }
    </form>
  </section>`;
}

function endedSection(session: Session): Html {
  const [heading, text] =
    session.status === 'expired'
      ? ['This checkout has expired', 'Nothing was paid. Go back and start again.']
      : session.payment_status === 'paid'
        ? ['Already paid', 'This checkout is complete.']
        : ['Submitted', 'This checkout is complete. Its payment is on the way or has failed.'];
  const link = session.status === 'expired' ? session.cancel_url : successUrl(session);
  return html`<section class="pay done" aria-labelledby="ended">
    <h2 id="ended">${heading}</h2>
    <p>${text}</p>
    ${link !== null && html`<p><a href="${link}">Return to Thumbforge</a></p>`}
  </section>`;
}
