import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../../../http/body.ts';
import { StripeApiError } from '../api/errors.ts';
import { submit, type Payment } from '../payments/checkout.ts';
import { expireDueSessions, successUrlOf } from '../payments/sessions.ts';
import type { Checkout } from '../store.ts';
import type { World } from '../world.ts';
import { checkoutPage, NOTICE } from './checkout-page.ts';
import { HOSTED_STYLE, HOSTED_STYLE_HASH } from './hosted-style.ts';
import { document, html } from './html.ts';
import { receiptPage } from './receipt-page.ts';

const LARGEST_FORM = 16 * 1024;

/** Answers what a customer's browser asks for: the hosted page under /pay, receipts under /receipts. */
export async function serveHosted(
  world: World,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(incoming.url ?? '/', 'http://localhost');
  const [, kind, id = ''] = /^\/(pay|receipts)\/([^/]+)$/.exec(pathname) ?? [];
  expireDueSessions(world);
  world.commit();
  const checkout = kind === 'pay' ? world.state.checkouts.get(id) : undefined;
  const charge = kind === 'receipts' ? world.state.charges.get(id) : undefined;
  if (checkout !== undefined) {
    if (incoming.method === 'POST') await takeForm(world, checkout, incoming, outgoing);
    else sendPage(outgoing, 200, checkoutPage(checkout, declineOf(world, checkout)), checkout);
  } else if (charge !== undefined) sendPage(outgoing, 200, receiptPage(world, charge));
  else sendPage(outgoing, 404, notFoundPage());
}

async function takeForm(
  world: World,
  checkout: Checkout,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const form = new URLSearchParams((await readBody(incoming, LARGEST_FORM)).toString());
  const { session } = checkout;
  const action = form.get('action') ?? '';
  if (action === 'cancel' && session.cancel_url !== null) redirect(outgoing, session.cancel_url);
  else if (!isPayment(action))
    sendPage(outgoing, 400, checkoutPage(checkout, 'Choose one of the buttons.'), checkout);
  else {
    const email = form.get('email')?.trim() ?? '';
    if (session.customer_details === null && !/^[^\s@]+@[^\s@]+$/.test(email)) {
      sendPage(outgoing, 400, checkoutPage(checkout, 'Enter your e-mail address.'), checkout);
    } else redirect(outgoing, await submitted(world, checkout, action, email));
  }
}

/** @returns where the customer goes next. */
async function submitted(world: World, checkout: Checkout, how: Payment, email: string): Promise<string> {
  const { session } = checkout;
  const ownPage = `/pay/${session.id}`;
  try {
    const completed = submit(world, checkout, how, email);
    world.commit();
    if (completed === undefined) return ownPage;
    // Stripe, too, gives the webhook up to 10 seconds before it sends the customer back
    // (https://docs.stripe.com/checkout/fulfillment).
    await world.courier.arrival(completed.event.id);
    return successUrlOf(session);
  } catch (error) {
    // The other of two tabs was first; the page says what became of the session.
    if (error instanceof StripeApiError) return ownPage;
    throw error;
  }
}

function declineOf(world: World, { session }: Checkout): string | undefined {
  return world.state.paymentIntents.get(session.payment_intent ?? '')?.last_payment_error?.message;
}

function isPayment(action: string): action is Payment {
  return action === 'pay' || action === 'pay_later' || action === 'decline';
}

function notFoundPage(): string {
  return document(
    'Nothing here · Checkout stand-in',
    HOSTED_STYLE,
    html`${NOTICE}
      <main class="single">
        <section class="done">
          <h1>Nothing here</h1>
          <p>
            The local Stripe stand-in has no such page. It may have been restarted since the link was made.
          </p>
        </section>
      </main>`,
  );
}

/** 303, so that the browser asks with GET. */
function redirect(outgoing: ServerResponse, location: string): void {
  outgoing.writeHead(303, { location, 'cache-control': 'no-store' }).end();
}

function sendPage(outgoing: ServerResponse, status: number, body: string, checkout?: Checkout): void {
  outgoing.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': contentSecurityPolicy(checkout),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  outgoing.end(body);
}

/** Browsers hold `form-action` against where a form's answer redirects, too: back to the shop must be among it. */
function contentSecurityPolicy(checkout: Checkout | undefined): string {
  const { success_url = null, cancel_url = null } = checkout?.session ?? {};
  const origins = [success_url, cancel_url].flatMap((url) => (url === null ? [] : [new URL(url).origin]));
  const targets = ["'self'", ...new Set(origins)].join(' ');
  return `default-src 'none'; style-src ${HOSTED_STYLE_HASH}; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`;
}
