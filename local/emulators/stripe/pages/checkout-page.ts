import { formatMoney } from '../money.ts';
import type { LineItem, Session } from '../objects.ts';
import { successUrlOf } from '../payments/sessions.ts';
import type { Checkout } from '../store.ts';
import { HOSTED_STYLE } from './hosted-style.ts';
import { document, html, type Html } from './html.ts';

/** Said on every page of the stand-in that a customer may see. */
export const NOTICE = html`<p class="notice">Local stand-in: no money moves.</p>`;

/** @param alert what went wrong when the page was last submitted. */
export function checkoutPage(checkout: Checkout, alert?: string): string {
  const { session, lineItems } = checkout;
  const amount = formatMoney(session.amount_total ?? 0, session.currency ?? 'gbp');
  const state = session.status === 'open' ? payForm(session, alert) : ended(session);
  return document(
    `${amount} · Checkout stand-in`,
    HOSTED_STYLE,
    html`${NOTICE}
      <main>${summary(lineItems, amount, session.status === 'open' ? 'Total due' : 'Total')} ${state}</main>`,
  );
}

function summary(items: readonly LineItem[], amount: string, totalLabel: string): Html {
  return html`<section aria-label="Order">
    <p class="seller">Thumbforge</p>
    <h1>${items.map(({ description }) => description).join(', ')}</h1>
    <p class="amount">${amount}</p>
    <dl class="lines">
      ${items.map(
        (item) =>
          html`<div>
            <dt>${item.description} × ${item.quantity}</dt>
            <dd>${formatMoney(item.amount_total, item.currency)}</dd>
          </div>`,
      )}
      <div class="total">
        <dt>${totalLabel}</dt>
        <dd>${amount}</dd>
      </div>
    </dl>
  </section>`;
}

function payForm(session: Session, alert: string | undefined): Html {
  const email = session.customer_details?.email ?? null;
  return html`<section class="pay" aria-labelledby="pay-with">
    <h2 id="pay-with">Pay with a test card</h2>
    ${alert !== undefined && html`<p class="alert" role="alert">${alert}</p>`}
    <form method="post" action="/pay/${session.id}">
      <p class="field">
        <label for="email">E-mail</label>
        <input
          id="email"
          class="wide"
          name="email"
          type="email"
          autocomplete="email"
          required
          ${email !== null && html`value="${email}" readonly`}
        />
      </p>
      <p class="field">
        <span>Card</span>
        <span class="card number">•••• 4242 <small>nothing to type</small></span>
      </p>
      <button class="primary wide" name="action" value="pay">Pay</button>
      <div class="rehearse">
        <h3 id="endings">Or rehearse another ending</h3>
        <div role="group" aria-labelledby="endings" aria-describedby="about-endings">
          <button name="action" value="pay_later">Pay later</button>
          <button name="action" value="decline">Decline</button>
        </div>
        <p id="about-endings">
          Pay later is a bank debit: whether the money comes is decided at /local/stripe. Decline is a card
          that the bank refuses.
        </p>
      </div>
      ${
        session.cancel_url !== null &&
        html`<button class="quiet wide" name="action" value="cancel" formnovalidate>Cancel</button>`
      }
    </form>
  </section>`;
}

function ended(session: Session): Html {
  const { heading, words, href, link } = endingOf(session);
  return html`<section class="pay done" aria-labelledby="ended">
    <h2 id="ended">${heading}</h2>
    <p>${words}</p>
    ${href !== null && html`<p class="next"><a href="${href}">${link}</a></p>`}
  </section>`;
}

function endingOf(session: Session) {
  if (session.status === 'expired') {
    const words = 'Nothing was paid. Go back and start again.';
    return { heading: 'This checkout has expired', words, href: session.cancel_url, link: 'Go back' };
  }
  const href = successUrlOf(session);
  if (session.payment_status === 'paid') {
    return {
      heading: 'Already paid',
      words: 'This checkout is complete.',
      href,
      link: 'Return to Thumbforge',
    };
  }
  const words = 'This checkout is complete; its payment is on the way, or has failed since.';
  return { heading: 'Submitted', words, href, link: 'Return to Thumbforge' };
}
