import { describe, expect, it } from 'vitest';
import { HOSTED_STYLE, HOSTED_STYLE_HASH } from '../../local/emulators/stripe/pages/hosted-style.ts';
import { styleHash } from '../../local/emulators/stripe/pages/tokens.ts';
import { checkout, SITE, startWorld, type StripeWorld } from './stripe-world.ts';

/** Presses a button of the hosted page, as a browser would. */
async function press(page: string | null, action: string, fields: Record<string, string> = {}) {
  const body = new URLSearchParams({ ...fields, action });
  return fetch(page ?? '', { method: 'POST', body, redirect: 'manual' });
}

async function read(page: string | null): Promise<string> {
  return (await fetch(page ?? '')).text();
}

const buttonsOf = (page: string) =>
  Array.from(page.matchAll(/<button[^>]*>([^<]*)</g), ([, name]) => name?.trim());

const sessionOf = ({ stripe }: StripeWorld, id: string) =>
  stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] });

describe('the hosted page', () => {
  it('shows what is bought, for whom, and that no money moves', async () => {
    const world = await startWorld();
    const session = await checkout(world);

    const answer = await fetch(session.url ?? '');
    const page = await answer.text();

    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const text of ['Pro', '£7.00', 'value="ada@example.com"', 'Local stand-in: no money moves']) {
      expect(page).toContain(text);
    }
    expect(buttonsOf(page)).toEqual(['Pay', 'Pay later', 'Decline', 'Cancel']);
  });

  it('works under a policy that allows its style sheet, and forms that lead back to the shop', async () => {
    const world = await startWorld();
    const answer = await fetch((await checkout(world)).url ?? '');
    const page = await answer.text();

    expect(answer.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src ${HOSTED_STYLE_HASH}; form-action 'self' ${SITE}; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect(styleHash(/<style>(.*?)<\/style>/s.exec(page)?.[1] ?? '')).toBe(HOSTED_STYLE_HASH);
    expect(page).not.toMatch(/<script|style=|javascript:/);
    expect(HOSTED_STYLE).not.toContain('<');
  });

  it('escapes what others wrote', async () => {
    const world = await startWorld();
    const product = '<script>alert("1")</script> & more';
    world.standIn.addPrice({ id: 'price_evil', lookupKey: 'evil', product, amount: 100, currency: 'gbp' });
    const session = await checkout(world, { line_items: [{ price: 'price_evil', quantity: 1 }] });

    const page = await read(session.url);

    expect(page).not.toContain('<script');
    expect(page).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; more');
  });

  it('knows no other session', async () => {
    const { standIn } = await startWorld();

    for (const path of ['/pay/cs_x', '/receipts/ch_x', '/', '/pay/__proto__']) {
      const answer = await fetch(standIn.endpoint + path);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain('Nothing here');
    }
  });
});

describe('Pay', () => {
  it('takes the payment, tells the webhook first, and sends the customer back', async () => {
    const world = await startWorld();
    const session = await checkout(world);

    const answer = await press(session.url, 'pay');

    expect(world.receiver.types()).toContain('checkout.session.completed');
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`${SITE}/?purchase=success&session=${session.id}`);
    expect(await sessionOf(world, session.id)).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      payment_intent: { status: 'succeeded', latest_charge: { status: 'succeeded', amount: 700 } },
    });
    await world.controls.idle();
    expect(world.receiver.types().toSorted()).toEqual([
      'charge.succeeded',
      'checkout.session.completed',
      'payment_intent.succeeded',
    ]);
  });

  it('gives a receipt, which goes on with what is given back', async () => {
    const world = await startWorld();
    const { id } = await checkout(world);
    world.controls.pay(id);
    const { receipt_url } = world.controls.payments()[0]?.charge ?? {};

    expect(await read(receipt_url ?? null)).toMatch(/Receipt for Pro[^]*£7\.00[^]*ada@example\.com/);
    world.controls.refund(id, 250);
    expect(await read(receipt_url ?? null)).toMatch(/Refunded[^]*−£2\.50[^]*£4\.50/);
  });

  it('says so when it is complete, and is never taken twice', async () => {
    const world = await startWorld();
    const { id, url } = await checkout(world);

    const answers = await Promise.all([press(url, 'pay'), press(url, 'pay'), press(url, 'decline')]);

    const locations = answers.map(({ headers }) => headers.get('location'));
    expect(locations.toSorted()).toEqual([
      `/pay/${id}`,
      `/pay/${id}`,
      `${SITE}/?purchase=success&session=${id}`,
    ]);
    expect(await read(url)).toContain('Already paid');
    expect(buttonsOf(await read(url))).toEqual([]);
    expect((await world.stripe.charges.list()).data).toHaveLength(1);
  });

  it('takes the e-mail of a customer that nobody knew', async () => {
    const world = await startWorld();
    const { id, url } = await checkout(world, { customer_email: undefined, cancel_url: undefined });

    const refused = await press(url, 'pay', { email: 'nobody' });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('Enter your e-mail address.');
    expect(buttonsOf(await read(url))).not.toContain('Cancel');
    await press(url, 'pay', { email: 'eve@example.com' });

    expect(await sessionOf(world, id)).toMatchObject({
      customer: null,
      customer_details: { email: 'eve@example.com' },
    });
  });
});

describe('Pay later', () => {
  it.each([
    ['succeeded', 'paid', 'checkout.session.async_payment_succeeded', 'succeeded'],
    ['failed', 'unpaid', 'checkout.session.async_payment_failed', 'requires_payment_method'],
  ] as const)(
    'completes unpaid, and has %s when the controls say so',
    async (outcome, paid, type, status) => {
      const world = await startWorld();
      const { id, url } = await checkout(world);

      const answer = await press(url, 'pay_later');

      expect(answer.headers.get('location')).toContain('purchase=success');
      const waiting = await sessionOf(world, id);
      expect(waiting).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
      expect(waiting.payment_intent).toMatchObject({
        status: 'processing',
        latest_charge: { status: 'pending' },
      });
      const completed = world.receiver.received.find(
        ({ event }) => event.type === 'checkout.session.completed',
      );
      expect(completed?.event.data.object).toMatchObject({ payment_status: 'unpaid' });
      expect(await read(url)).toContain('on the way');
      expect(world.controls.sessions()).toMatchObject([{ isWaiting: true }]);

      world.controls.settle(id, outcome);
      await world.controls.idle();

      expect(await sessionOf(world, id)).toMatchObject({ payment_status: paid, payment_intent: { status } });
      expect(world.receiver.types()).toContain(type);
      expect(() => world.controls.settle(id, outcome)).toThrow('not waiting');
    },
  );
});

describe('Decline', () => {
  it('says so and stays open; the next card pays', async () => {
    const world = await startWorld();
    const { id, url } = await checkout(world);

    const answer = await press(url, 'decline');

    expect(answer.headers.get('location')).toBe(`/pay/${id}`);
    expect(await read(url)).toMatch(/role="alert">\s*Your card was declined\./);
    const declined = await sessionOf(world, id);
    expect(declined).toMatchObject({
      status: 'open',
      payment_intent: { status: 'requires_payment_method', last_payment_error: { code: 'card_declined' } },
    });
    await world.controls.idle();
    expect(world.receiver.types().toSorted()).toEqual(['charge.failed', 'payment_intent.payment_failed']);

    await press(url, 'pay');

    const paid = await sessionOf(world, id);
    expect(paid).toMatchObject({ payment_status: 'paid', payment_intent: { last_payment_error: null } });
    expect((await world.stripe.charges.list()).data.map(({ status }) => status)).toEqual([
      'succeeded',
      'failed',
    ]);
  });
});

describe('Cancel', () => {
  it('leads back, and changes nothing', async () => {
    const world = await startWorld();
    const { id, url } = await checkout(world);

    const answer = await press(url, 'cancel');

    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${SITE}/buy-credits`]);
    expect(await sessionOf(world, id)).toMatchObject({ status: 'open', payment_intent: null });
  });
});

it('shows an expired session as one, and takes nothing for it', async () => {
  const world = await startWorld();
  const { id, url } = await checkout(world);
  world.clock.advance(25 * 3_600_000);

  expect(await read(url)).toContain('This checkout has expired');
  expect((await press(url, 'pay')).headers.get('location')).toBe(`/pay/${id}`);
  expect(await sessionOf(world, id)).toMatchObject({ status: 'expired', payment_status: 'unpaid' });
});

it('refuses a button that it does not have', async () => {
  const world = await startWorld();

  expect((await press((await checkout(world)).url, 'steal')).status).toBe(400);
});
