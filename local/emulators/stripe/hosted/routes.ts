import { Hono, type Context } from 'hono';
import { StripeApiError } from '../api/errors.ts';
import type { EmulatorState } from '../emulator-state.ts';
import { HOSTED_STYLE, styleHash } from '../page-style.ts';
import { expireDueSessions, PAYMENT_ACTIONS, submitPayment, type PaymentAction } from '../payments.ts';
import type { Checkout } from '../store.ts';
import { checkoutPage, notFoundPage, receiptPage, successUrl } from './pages.ts';

const HOSTED_STYLE_HASH = styleHash(HOSTED_STYLE);

/** The pages that a customer's browser opens: the checkout under `/pay`, receipts under `/receipts`. */
export function createHostedPages(state: EmulatorState): Hono {
  const pages = new Hono();
  pages.use(async (_context, next) => {
    expireDueSessions(state);
    state.commit();
    await next();
  });
  pages.get('/pay/:id', (context) => {
    const checkout = state.data.checkouts.get(context.req.param('id'));
    if (checkout === undefined) return context.notFound();
    const intent = state.data.paymentIntents.get(checkout.session.payment_intent ?? '');
    return sendCheckout(context, 200, checkout, intent?.last_payment_error?.message);
  });
  pages.post('/pay/:id', async (context) => {
    const checkout = state.data.checkouts.get(context.req.param('id'));
    if (checkout === undefined) return context.notFound();
    const { action = '', email = '' } = await context.req.parseBody<Record<string, string>>();
    const { cancel_url: cancelUrl, customer_details: customer } = checkout.session;
    if (action === 'cancel' && cancelUrl !== null) return context.redirect(cancelUrl, 303);
    if (!isPaymentAction(action)) return sendCheckout(context, 400, checkout, 'Choose one of the buttons.');
    if (customer === null && !/^[^\s@]+@[^\s@]+$/.test(email.trim())) {
      return sendCheckout(context, 400, checkout, 'Enter your e-mail address.');
    }
    return context.redirect(await submit(state, checkout, action, email.trim()), 303);
  });
  pages.get('/receipts/:id', (context) => {
    const charge = state.data.charges.get(context.req.param('id'));
    return charge === undefined ? context.notFound() : sendPage(context, 200, receiptPage(state, charge));
  });
  return pages;
}

export function sendNotFound(context: Context): Response {
  return sendPage(context, 404, notFoundPage());
}

/** @returns the page that the browser opens next. */
async function submit(
  state: EmulatorState,
  checkout: Checkout,
  action: PaymentAction,
  email: string,
): Promise<string> {
  const checkoutUrl = `/pay/${checkout.session.id}`;
  try {
    const completed = submitPayment(state, checkout, action, email);
    state.commit();
    if (completed === undefined) return checkoutUrl;
    // Stripe, too, waits up to 10 seconds for the webhook before it redirects the customer
    // (https://docs.stripe.com/checkout/fulfillment).
    await state.dispatcher.waitForAttempts(completed.id);
    return successUrl(checkout.session);
  } catch (error) {
    // Another tab has already ended the session. The page shows how.
    if (error instanceof StripeApiError) return checkoutUrl;
    throw error;
  }
}

function isPaymentAction(action: string): action is PaymentAction {
  return Object.hasOwn(PAYMENT_ACTIONS, action);
}

function sendCheckout(context: Context, status: 200 | 400, checkout: Checkout, alert?: string): Response {
  const { success_url: success, cancel_url: cancel } = checkout.session;
  const origins = [success, ...(cancel === null ? [] : [cancel])].map((url) => new URL(url).origin);
  return sendPage(context, status, checkoutPage(checkout, alert), [...new Set(origins)]);
}

/** @param formTargets where the answer to a form may redirect. Browsers apply `form-action` to redirects, too. */
function sendPage(
  context: Context,
  status: 200 | 400 | 404,
  page: string,
  formTargets: readonly string[] = [],
): Response {
  const formAction = ["'self'", ...formTargets].join(' ');
  context.header(
    'content-security-policy',
    `default-src 'none'; style-src ${HOSTED_STYLE_HASH}; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
  );
  context.header('cache-control', 'no-store');
  context.header('referrer-policy', 'no-referrer');
  context.header('x-content-type-options', 'nosniff');
  return context.body(page, status, { 'content-type': 'text/html; charset=utf-8' });
}
