import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { refuseCrossSite } from '../../http/requests.ts';
import { serve } from '../serve.ts';
import { addPrice } from './api/operations.ts';
import { createApi } from './api/router.ts';
import { runAction, type Flash } from './controls/actions.ts';
import { createControls } from './controls/controls.ts';
import { CONTROLS_STYLE, controlsPage } from './controls/page.ts';
import { EmulatorState } from './emulator-state.ts';
import { createHostedPages } from './hosted/routes.ts';
import { styleHash } from '../page.ts';
import { openStore } from './store.ts';
import { WebhookDispatcher, type Webhook } from './webhook-dispatcher.ts';

export interface StripeOptions {
  /** @default any free port */
  port?: number;
  /** Folder that keeps the data between runs. @default in memory */
  dataDir?: string;
  /** The secret key that the API accepts. */
  apiKey: string;
  /** Returns the current time in milliseconds since 1970. @default Date.now */
  now?: () => number;
  /** The pause before each retry of an event, in milliseconds. @default ten attempts in about seven minutes */
  retryDelays?: readonly number[];
}

interface LocalPrice {
  id: string;
  lookupKey: string;
  /** The name of the product, which the customer sees. */
  product: string;
  /** The amount in the minor unit of the currency. */
  amount: number;
  currency: string;
}

export type StripeStandIn = Awaited<ReturnType<typeof startStripe>>;

/**
 * Starts an emulator of Stripe: the operations of its API that the product uses, the hosted checkout page, and signed events. The delivery
 * of events can be made to fail. No money moves.
 * @throws Error if the port is taken, or if the file of an earlier run cannot be read.
 */
export async function startStripe({ port = 0, dataDir, apiKey, now = Date.now, retryDelays }: StripeOptions) {
  const app = new Hono();
  const handle = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  // The server listens before the data is read, because sessions and receipts contain the address.
  const { endpoint, close } = await serve('the Stripe stand-in', port, async (request, response) => {
    if (!refuseCrossSite(request, response)) await handle(request, response);
  });
  let state: EmulatorState;
  try {
    const store = openStore(dataDir, endpoint);
    state = new EmulatorState(store, now, new WebhookDispatcher(store, now, retryDelays));
  } catch (error) {
    await close();
    throw error;
  }
  app.route('/', createApi(state, apiKey));
  app.route('/', createHostedPages(state));
  app.notFound((context) => context.text('Page not found. The Stripe stand-in may have restarted.', 404));
  const controls = createControls(state);
  let flash: Flash | undefined;
  return {
    /** The endpoint `http://127.0.0.1:PORT`: the API under /v1, the checkout under /pay, receipts under /receipts. */
    endpoint,
    /** Answers a request to the endpoint without a socket. */
    fetch: async (url: string | URL | Request, init?: RequestInit): Promise<Response> =>
      app.fetch(new Request(url, init)),
    /** Adds or replaces a price with a known id, as the setup command does. */
    addPrice({ id, lookupKey, product, amount, currency }: LocalPrice): void {
      const productId = id.replace(/^price_/, 'prod_');
      addPrice(
        state,
        { id, lookup_key: lookupKey, product: productId, unit_amount: amount, currency },
        product,
      );
      state.commit();
    },
    /** Sets the webhook that gets the events. Replaces an earlier webhook. */
    setWebhook: (webhook: Webhook) => state.dispatcher.setWebhook(webhook),
    controls,
    /** Returns the controls page for GET /local/stripe. The page has no script. */
    page(): string {
      const page = controlsPage(controls, flash);
      flash = undefined;
      return page;
    },
    /** The hash of the page's style sheet, quoted for `style-src`. */
    pageStyleHash: styleHash(CONTROLS_STYLE),
    /** Runs a form of the page for POST /local/stripe. The next page shows the result or the error. */
    act(form: URLSearchParams): Promise<void> {
      flash = runAction(controls, form);
      return Promise.resolve();
    },
    async close(): Promise<void> {
      await state.dispatcher.close();
      await close();
    },
  };
}
