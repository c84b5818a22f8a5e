import { createServer } from 'node:http';
import { listen, stop } from '../serve.ts';
import { serveApi } from './api/api.ts';
import { systemClock, type Clock } from './clock.ts';
import { actOn } from './controls/act.ts';
import { createControls, type StripeControls } from './controls/controls.ts';
import { CONTROLS_STYLE_HASH } from './controls/page-style.ts';
import { controlsPage, type Flash } from './controls/page.ts';
import { serveHosted } from './pages/hosted.ts';
import { registerPrice, type LocalPrice } from './payments/catalog.ts';
import { openStore } from './store.ts';
import { Courier } from './webhooks/courier.ts';
import type { Webhook } from './webhooks/send.ts';
import { World } from './world.ts';

export type { StripeControls } from './controls/controls.ts';

export interface StripeOptions {
  /** @default any free one */
  port?: number;
  /** Where everything is kept between runs. @default in memory */
  dataDir?: string;
  /** The secret key that the API takes. */
  apiKey: string;
  /** Milliseconds since 1970, for tests of what expires. @default Date.now */
  now?: () => number;
  /** Timers as well, for tests of what is sent later. @default the system's, with `now` */
  clock?: Clock;
  /** Milliseconds before each repetition of an event that did not arrive. @default ten tries in about seven minutes */
  retryDelays?: readonly number[];
}

export interface StripeStandIn {
  /** `http://127.0.0.1:PORT`: the API under /v1, the hosted page under /pay/{session id}, receipts under /receipts. */
  endpoint: string;
  /** Registers a product (by its name) and its price, as if the setup had run. Idempotent by price id. */
  addPrice(price: LocalPrice): void;
  /** Where signed events go. Replaces an earlier one. */
  setWebhook(webhook: Webhook): void;
  controls: StripeControls;
  /** The controls as an HTML page without script, for GET /local/stripe. */
  page(): string;
  /** The hash of the page's style sheet, quoted as `style-src` wants it. */
  pageStyleHash: string;
  /** Carries out a form of that page, POST /local/stripe. What is refused is said on the page, and not thrown. */
  act(form: URLSearchParams): Promise<void>;
  close(): Promise<void>;
}

/**
 * Stands in for Stripe: the part of its API that the product calls, with the real one's refusals; the hosted page; and
 * signed events, which misbehave when asked to. No money moves.
 * @throws Error when the port is taken, or the file of an earlier run cannot be read.
 */
export async function startStripe({
  port = 0,
  dataDir,
  apiKey,
  now,
  clock = systemClock(now),
  retryDelays,
}: StripeOptions): Promise<StripeStandIn> {
  const server = createServer();
  // Listens first: sessions and receipts carry the address.
  const { endpoint } = await listen(server, port, 'the Stripe stand-in');
  let world: World;
  try {
    const store = openStore(dataDir, endpoint);
    const courier = new Courier({ store, clock, ...(retryDelays === undefined ? {} : { retryDelays }) });
    world = new World(store, clock, courier);
  } catch (error) {
    await stop(server);
    throw error;
  }
  server.on('request', (incoming, outgoing) => {
    const isApi = incoming.url?.startsWith('/v1/') === true;
    const served = isApi
      ? serveApi(world, apiKey, incoming, outgoing)
      : serveHosted(world, incoming, outgoing);
    served.catch(() => outgoing.destroy());
  });
  const controls = createControls(world);
  /** What the last form did, said once. */
  let flash: Flash | undefined;
  return {
    endpoint,
    addPrice(price) {
      registerPrice(world, price);
      world.commit();
    },
    setWebhook: (webhook) => world.courier.setWebhook(webhook),
    controls,
    page() {
      const shown = flash;
      flash = undefined;
      return controlsPage(controls, shown);
    },
    pageStyleHash: CONTROLS_STYLE_HASH,
    act(form) {
      flash = actOn(controls, form);
      return Promise.resolve();
    },
    async close() {
      await world.courier.close();
      await stop(server);
    },
  };
}
