import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  COMPLETED,
  listButtons,
  openCheckout,
  PRO,
  readPayment,
  SESSION,
  SITE,
  startFixture,
} from './stripe-fixtures.ts';

/** Submits the hosted page as a browser does. */
async function press(page: string | null, action: string, fields: Record<string, string> = {}) {
  const body = new URLSearchParams({ ...fields, action });
  return fetch(page ?? '', { method: 'POST', body, redirect: 'manual' });
}

/** Starts the emulator with an open session. */
async function startCheckout() {
  const fixture = await startFixture();
  return { fixture, ...(await openCheckout(fixture)) };
}

async function read(page: string | null): Promise<string> {
  return (await fetch(page ?? '')).text();
}

it('The hosted page shows the order, the customer and the buttons, under a strict policy', async () => {
  const fixture = await startFixture();
  const product = '<script>alert("1")</script> & more';
  fixture.standIn.addPrice({ ...PRO, id: 'price_evil', product });
  const checkout = await openCheckout(fixture, { line_items: [{ price: 'price_evil', quantity: 1 }] });
  const answer = await fetch(checkout.url ?? '');
  const page = await answer.text();
  const style = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');

  for (const text of ['£7.00', 'value="ada@example.com"', 'Local stand-in: no money moves']) {
    expect(page).toContain(text);
  }
  expect(page).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; more');
  expect(listButtons(page)).toEqual(['Pay', 'Pay later', 'Decline', 'Cancel']);
  expect(answer.headers.get('content-security-policy')).toBe(
    `default-src 'none'; img-src data:; style-src 'sha256-${hash}'; form-action 'self' ${SITE}; base-uri 'none'; frame-ancestors 'none'`,
  );
  expect(page).not.toMatch(/<script|style=|javascript:/);
});

describe('Pay', () => {
  it('completes the payment, delivers the event first, and redirects the customer with the session’s id', async () => {
    const { fixture, id, url } = await startCheckout();

    const answer = await press(url, 'pay');

    expect(fixture.receiver.types()).toContain(COMPLETED);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`${SITE}/?purchase=success&session=${id}`);
    expect(await readPayment(fixture, id)).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      payment_intent: {
        status: 'succeeded',
        latest_charge: { status: 'succeeded', amount: 700, paid: true },
      },
    });
  });

  it('never charges a session twice, and says that it is paid', async () => {
    const { fixture, id, url } = await startCheckout();

    const answers = await Promise.all([press(url, 'pay'), press(url, 'pay'), press(url, 'decline')]);

    expect(answers.map(({ headers }) => headers.get('location')).toSorted()).toEqual([
      `/pay/${id}`,
      `/pay/${id}`,
      `${SITE}/?purchase=success&session=${id}`,
    ]);
    expect(await read(url)).toContain('Already paid');
    expect(listButtons(await read(url))).toEqual([]);
    await fixture.controls.idle();
    expect(fixture.receiver.types().filter((type) => type === 'charge.succeeded')).toHaveLength(1);
  });

  it('asks for an e-mail address that the session does not have', async () => {
    const fixture = await startFixture();
    const { cancel_url: _cancelUrl, customer_email: _email, ...params } = SESSION;
    const { id, url } = await fixture.stripe.checkout.sessions.create(params);

    const refused = await press(url, 'pay', { email: 'nobody' });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('Enter your e-mail address.');
    expect(listButtons(await read(url))).not.toContain('Cancel');
    await press(url, 'pay', { email: 'eve@example.com' });

    expect(await readPayment(fixture, id)).toMatchObject({ customer_details: { email: 'eve@example.com' } });
  });

  it('creates a receipt that lists later refunds', async () => {
    const fixture = await startFixture();
    const { id } = await openCheckout(fixture);
    fixture.controls.pay(id);
    const receipt = fixture.controls.payments()[0]?.charge.receipt_url ?? null;

    expect(await read(receipt)).toMatch(/Receipt for Pro[^]*£7\.00[^]*ada@example\.com/);
    fixture.controls.refund(id, { amount: 250 });
    expect(await read(receipt)).toMatch(/Refunded[^]*−£2\.50[^]*£4\.50/);
  });
});

it.each([
  ['succeeded', 'paid', 'succeeded'],
  ['failed', 'unpaid', 'requires_payment_method'],
] as const)(
  'Pay later completes the session unpaid, and the payment has %s afterwards',
  async (outcome, paid, status) => {
    const { fixture, id, url } = await startCheckout();

    expect((await press(url, 'pay_later')).headers.get('location')).toContain('purchase=success');
    expect(await readPayment(fixture, id)).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
      payment_intent: { status: 'processing', latest_charge: { status: 'pending', receipt_url: null } },
    });
    expect(await read(url)).toContain('on the way');

    fixture.controls.settle(id, outcome);
    await fixture.controls.idle();

    expect(await readPayment(fixture, id)).toMatchObject({
      payment_status: paid,
      payment_intent: { status },
    });
    expect(fixture.receiver.types()).toContain(`checkout.session.async_payment_${outcome}`);
    expect(() => fixture.controls.settle(id, outcome)).toThrow('not waiting');
  },
);

it('Decline shows the reason and keeps the session open for another card', async () => {
  const { fixture, id, url } = await startCheckout();

  expect((await press(url, 'decline')).headers.get('location')).toBe(`/pay/${id}`);

  expect(await read(url)).toMatch(/role="alert">\s*Your card was declined\./);
  expect(await readPayment(fixture, id)).toMatchObject({
    status: 'open',
    payment_intent: { status: 'requires_payment_method', last_payment_error: { code: 'card_declined' } },
  });
  await fixture.controls.idle();
  expect(fixture.receiver.types().toSorted()).toEqual(['charge.failed', 'payment_intent.payment_failed']);
  await press(url, 'pay');
  expect(await readPayment(fixture, id)).toMatchObject({ payment_status: 'paid' });
});

it('A session that is 24 hours old has expired and cannot be paid', async () => {
  const { fixture, id, url } = await startCheckout();

  fixture.clock.advance(86_400_000);

  expect(await read(url)).toContain('This checkout has expired');
  expect((await press(url, 'pay')).headers.get('location')).toBe(`/pay/${id}`);
  expect(() => fixture.controls.pay(id)).toThrow('This Checkout Session is expired');
  expect(await readPayment(fixture, id)).toMatchObject({ status: 'expired', url: null });
  await fixture.controls.idle();
  expect(fixture.receiver.types()).toEqual(['checkout.session.expired']);
});
