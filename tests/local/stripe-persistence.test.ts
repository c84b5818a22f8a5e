import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startStripe } from '../../local/emulators/stripe/stripe.ts';
import { API_KEY, checkout, clientOf, payment, SECRET, SESSION, startWorld } from './stripe-world.ts';

function folder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'stripe-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  return dataDir;
}

it('remembers everything between runs, at its new address', async () => {
  const dataDir = folder();
  const first = await startWorld({ dataDir });
  const paid = await payment(first);
  const open = await checkout(first);
  const customer = await first.stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'key-1' });
  first.controls.dispute(paid.id);
  first.controls.setMode({ kind: 'twice' });
  await first.controls.idle();
  const events = first.controls.events();
  await first.standIn.close();

  const second = await startWorld({ dataDir });
  const { sessions } = second.stripe.checkout;

  expect(await sessions.retrieve(open.id)).toEqual({
    ...open,
    url: `${second.standIn.endpoint}/pay/${open.id}`,
  });
  const again = await sessions.retrieve(paid.id, { expand: ['payment_intent.latest_charge'] });
  expect(JSON.stringify(again.payment_intent)).toContain(`${second.standIn.endpoint}/receipts/`);
  expect(second.controls.events().map(({ event }) => event.id)).toEqual(events.map(({ event }) => event.id));
  expect(second.controls.payments()[0]?.disputes).toHaveLength(1);
  expect(second.controls.mode()).toEqual({ kind: 'twice' });
  const replayed = await second.stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'key-1' });
  expect(replayed.id).toBe(customer.id);
});

it('has written an answer before it leaves', async () => {
  const dataDir = folder();
  const world = await startWorld({ dataDir });

  const { id } = await checkout(world);

  expect(readFileSync(join(dataDir, 'stripe.json'), 'utf8')).toContain(id);
});

it('goes on sending what a run before it could not', async () => {
  const dataDir = folder();
  const first = await startWorld({ dataDir });
  first.receiver.answers.push('never');
  first.controls.setMode({ kind: 'hold', only: ['charge.succeeded'] });
  await first.stripe.customers.create({});
  const { id } = await checkout(first);
  await first.receiver.got(1);
  first.controls.pay(id);
  await first.receiver.got(3);
  await first.standIn.close();

  const second = await startWorld({ dataDir });
  await second.controls.idle();

  expect(second.receiver.types()).toContain('customer.created');
  expect(second.receiver.types()).not.toContain('charge.succeeded');
  second.controls.release();
  await second.controls.idle();
  expect(second.receiver.types()).toContain('charge.succeeded');
});

it('does not start on a file that it did not write', async () => {
  const dataDir = folder();
  writeFileSync(join(dataDir, 'stripe.json'), '{"customers": 1}');

  await expect(startStripe({ apiKey: API_KEY, dataDir })).rejects.toThrow('Move it away');
});

it('works with the system’s clock, too', async () => {
  const standIn = await startStripe({ apiKey: API_KEY, now: () => Date.parse('2026-01-02T03:04:05Z') });
  standIn.setWebhook({ url: 'http://127.0.0.1:9/', secret: SECRET });
  standIn.addPrice({ id: 'price_pro', lookupKey: 'pro', product: 'Pro', amount: 700, currency: 'gbp' });

  const session = await clientOf(standIn.endpoint).checkout.sessions.create(SESSION);

  expect(session.created).toBe(Date.parse('2026-01-02T03:04:05Z') / 1000);
  standIn.controls.pay(session.id);
  // Ends what is on its way, and does not wait for it.
  await standIn.close();
});
