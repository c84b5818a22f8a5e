import { beforeEach, describe, expect, it, vi } from 'vitest';
import { countStripeEvent } from '../../functions/shared/metrics.ts';
import { callsMade } from './support/cloud.ts';
import { REQUEST_ID } from './support/event.ts';
import { buy, deliver, eventOf, paymentsWork, sign, WEBHOOK_SECRET } from './support/payments.ts';
import { paths } from './support/stripe.ts';
import { account, movements, openAccount } from './support/tables.ts';

beforeEach(async () => {
  vi.clearAllMocks();
  paymentsWork();
  openAccount(1);
  await buy();
});

const completed = () => eventOf('checkout.session.completed');

describe('an event that Stripe signed', () => {
  it.each([
    ['just now', {}],
    ['five minutes ago', { ageSeconds: 300 }],
    ['and that comes as base64', { isBase64Encoded: true }],
  ])('%s: taken', async (_, delivery) => {
    const answer = await deliver(completed(), delivery);

    expect(answer).toMatchObject({ status: 200, body: { received: true } });
    expect(account()).toMatchObject({ credits: 26 });
  });

  it('with letters beyond ASCII, in base64: taken', async () => {
    const event = { ...completed(), note: 'naïve – 🏰' };

    const answer = await deliver(event, { isBase64Encoded: true });

    expect(answer.status).toBe(200);
  });

  it('under one of two signatures, as while its secret is rolled: taken', async () => {
    const event = completed();
    const right = sign(JSON.stringify(event, null, 2));
    const signature = right.replace('v1=', `v1=${'0'.repeat(64)},v1=`);

    const answer = await deliver(event, { signature });

    expect(answer.status).toBe(200);
  });
});

describe('an event that Stripe did not sign: 400, and nothing is done', () => {
  it.each<[string, Parameters<typeof deliver>[1], RegExp]>([
    ['no signature', { signature: undefined }, /^the Stripe-Signature header is missing$/],
    ['an empty signature', { signature: '' }, /^the Stripe signature is not valid$/],
    ['words', { signature: 'signed, Stripe' }, /^the Stripe signature is not valid$/],
    ['a signature without a time', { signature: `v1=${'0'.repeat(64)}` }, /is not valid$/],
    ['a time without a signature', { signature: `t=${Math.floor(Date.now() / 1_000)}` }, /is not valid$/],
    ['another secret', { secret: 'whsec_another' }, /is not valid$/],
    ['a blank secret', { secret: ' ' }, /is not valid$/],
    ['a signature of ten minutes ago', { ageSeconds: 600 }, /is not valid$/],
    ['a signature of five minutes and a second ago', { ageSeconds: 301 }, /is not valid$/],
    ['a body with a space more', { tamper: (body) => `${body} ` }, /is not valid$/],
    ['a body with other numbers', { tamper: (body) => body.replace('700', '1') }, /is not valid$/],
    ['the same JSON, written anew', { tamper: (body) => JSON.stringify(JSON.parse(body)) }, /is not valid$/],
    ['no body', { tamper: () => '' }, /is not valid$/],
    [
      'a tampered body in base64',
      { tamper: (body) => body.replace('700', '1'), isBase64Encoded: true },
      /valid$/,
    ],
  ])('%s', async (_, delivery, sentence) => {
    const answer = await deliver(completed(), delivery);

    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      error: expect.stringMatching(sentence) as string,
      code: 'invalid_request',
      requestId: REQUEST_ID,
    });
    expect(answer.body['error']).not.toContain(WEBHOOK_SECRET);
    expect([...callsMade(), ...paths()]).toEqual([]);
    expect(movements()).toEqual({});
  });

  it("the older scheme's signature alone", async () => {
    const event = completed();
    const signature = sign(JSON.stringify(event, null, 2)).replace('v1=', 'v0=');

    const answer = await deliver(event, { signature });

    expect(answer.status).toBe(400);
    expect([...callsMade(), ...paths()]).toEqual([]);
  });

  it('a good signature of another body', async () => {
    const signature = sign('{}');

    const answer = await deliver(completed(), { signature });

    expect(answer.status).toBe(400);
    expect([...callsMade(), ...paths()]).toEqual([]);
  });

  it('is counted, without its type: nobody vouches for it', async () => {
    await deliver(completed(), { secret: 'whsec_another' });

    expect(vi.mocked(countStripeEvent).mock.calls).toEqual([['unknown', 'bad_signature']]);
  });
});
