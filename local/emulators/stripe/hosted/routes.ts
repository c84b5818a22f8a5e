import { Hono, type Context } from 'hono';
import { StripeApiError } from '../api/operation.ts';
import type { EmulatorState } from '../emulator-state.ts';
import { styleHash } from '../../page.ts';
import { expireDueSessions, PAYMENT_ACTIONS, submitPayment, type PaymentAction } from '../payments.ts';
import type { Checkout } from '../store.ts';
import { checkoutPage, HOSTED_STYLE, receiptPage, successUrl } from './pages.ts';

const HOSTED_STYLE_HASH = styleHash(HOSTED_STYLE);

/** The pages that a customer's browser opens: the checkout under `/pay`, receipts under `/receipts`. */
export function createHostedPages(state: EmulatorState): Hono {
  const { checkouts, charges, paymentIntents } = state.data;
  const pages = new Hono();
  pages.get('/pay/:id', (context) => {
    expireDueSessions(state);
    state.commit();
    const checkout = checkouts.get(context.req.param('id'));
    if (checkout === undefined) return context.notFound();
    const intent = paymentIntents.get(checkout.session.payment_intent ?? '');
    return sendCheckout(context, 200, checkout, intent?.last_payment_error?.message);
  });
  pages.post('/pay/:id', async (context) => {
    const form = new URLSearchParams(await context.req.text());
    const checkout = checkouts.get(context.req.param('id'));
    if (checkout === undefined) return context.notFound();
    const action = form.get('action') ?? '';
    const email = form.get('email')?.trim() ?? '';
    const { cancel_url: cancelUrl, customer_details: customer } = checkout.session;
    if (action === 'cancel' && cancelUrl !== null) return context.redirect(cancelUrl, 303);
    if (!isPaymentAction(action)) return sendCheckout(context, 400, checkout, 'Choose one of the buttons.');
    if (customer === null && !/^[^\s@]+@[^\s@]+$/.test(email)) {
      return sendCheckout(context, 400, checkout, 'Enter your e-mail address.');
    }
    return context.redirect(await submit(state, checkout, action, email), 303);
  });
  pages.get('/receipts/:id', (context) => {
    const charge = charges.get(context.req.param('id'));
    return charge === undefined ? context.notFound() : sendPage(context, 200, receiptPage(state, charge));
  });
  return pages;
}

/** Submits a payment. @returns the page that the browser opens next. */
async function submit(
  state: EmulatorState,
  checkout: Checkout,
  action: PaymentAction,
  email: string,
): Promise<string> {
  try {
    expireDueSessions(state);
    const completed = submitPayment(state, checkout, action, email);
    if (completed === undefined) return `/pay/${checkout.session.id}`;
    state.commit();
    // Stripe also waits up to 10 seconds for the webhook before it redirects the customer (https://docs.stripe.com/checkout/fulfillment).
    await state.dispatcher.waitForAttempts(completed.id);
    return successUrl(checkout.session);
  } catch (error) {
    if (!(error instanceof StripeApiError)) throw error;
    // The session has expired, or another tab has paid it. The page of the session explains the state.
    return `/pay/${checkout.session.id}`;
  } finally {
    state.commit();
  }
}

function isPaymentAction(action: string): action is PaymentAction {
  return Object.hasOwn(PAYMENT_ACTIONS, action);
}

function sendCheckout(context: Context, status: 200 | 400, checkout: Checkout, alert?: string): Response {
  const { success_url: success, cancel_url: cancel } = checkout.session;
  const origins = [success, cancel ?? success].map((url) => new URL(url).origin);
  return sendPage(context, status, checkoutPage(checkout, alert), [...new Set(origins)].join(' '));
}

/**
 * Sends a page.
 * @param formTargets the addresses to which the response to a form may redirect. Browsers also apply `form-action` to redirects.
 */
function sendPage(context: Context, status: 200 | 400, page: string, formTargets = ''): Response {
  return context.html(page, status, {
    'content-security-policy':
      `default-src 'none'; img-src data:; style-src ${HOSTED_STYLE_HASH}; form-action 'self' ${formTargets}; ` +
      "base-uri 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    // With `no-referrer`, a form would send the origin `null`.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
}
