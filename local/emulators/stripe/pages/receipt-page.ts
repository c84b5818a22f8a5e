import { formatMoney } from '../money.ts';
import type { Charge } from '../objects.ts';
import type { World } from '../world.ts';
import { NOTICE } from './checkout-page.ts';
import { HOSTED_STYLE } from './hosted-style.ts';
import { document, html, time } from './html.ts';

/** What a customer finds behind `receipt_url`: the payment, and what was given back since. */
export function receiptPage(world: World, charge: Charge): string {
  const money = (amount: number) => formatMoney(amount, charge.currency);
  const refunds = [...world.state.refunds.values()].filter(
    (refund) => refund.charge === charge.id && refund.status === 'succeeded',
  );
  return document(
    `Receipt · ${money(charge.amount)}`,
    HOSTED_STYLE,
    html`${NOTICE}
      <main class="single">
        <section>
          <p class="seller">Thumbforge</p>
          <h1>Receipt for ${boughtBy(world, charge)}</h1>
          <p class="amount">${money(charge.amount)}</p>
          <dl class="lines">
            <div>
              <dt>Paid</dt>
              <dd>${time(charge.created * 1000)}</dd>
            </div>
            ${
              charge.billing_details.email !== null &&
              html`<div>
                <dt>By</dt>
                <dd>${charge.billing_details.email}</dd>
              </div>`
            }
            ${refunds.map(
              (refund) =>
                html`<div>
                  <dt>Refunded ${time(refund.created * 1000)}</dt>
                  <dd>−${money(refund.amount)}</dd>
                </div>`,
            )}
            <div class="total">
              <dt>Total</dt>
              <dd>${money(charge.amount - charge.amount_refunded)}</dd>
            </div>
          </dl>
        </section>
      </main>`,
  );
}

/** What was bought, in a few words. */
function boughtBy(world: World, charge: Charge): string {
  const checkout = [...world.state.checkouts.values()].find(
    ({ session }) => session.payment_intent === charge.payment_intent,
  );
  return checkout?.lineItems.map(({ description }) => description).join(', ') ?? 'a payment';
}
