import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startStripe } from '../../local/emulators/stripe/stripe.ts';
import { API_KEY, openCheckout, pay, readPayment, startFixture } from './stripe-fixtures.ts';

function createFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'stripe-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  return dataDir;
}

it('keeps all data between runs, with links to the new address', async () => {
  const dataDir = createFolder();
  const first = await startFixture({ dataDir });
  const { sessionId } = await pay(first);
  const open = await openCheckout(first);
  const customer = await first.stripe.customers.create({}, { idempotencyKey: 'key-1' });
  first.controls.dispute(sessionId);
  first.controls.setMode({ kind: 'twice' });
  await first.controls.idle();
  const events = first.controls.events();
  await first.standIn.close();

  const second = await startFixture({ dataDir });

  expect(await second.stripe.checkout.sessions.retrieve(open.id)).toEqual({
    ...open,
    url: `${second.standIn.endpoint}/pay/${open.id}`,
  });
  const { payment_intent: intent } = await readPayment(second, sessionId);
  expect(JSON.stringify(intent)).toContain(`${second.standIn.endpoint}/receipts/`);
  expect(second.controls.events().map(({ state }) => state)).toEqual(events.map(({ state }) => state));
  expect(second.controls.payments()[0]?.disputes).toHaveLength(1);
  expect(second.controls.mode()).toEqual({ kind: 'twice' });
  const replayed = await second.stripe.customers.create({}, { idempotencyKey: 'key-1' });
  expect(replayed.id).toBe(customer.id);
});

it('sends in the next run what an earlier run did not deliver', async () => {
  const dataDir = createFolder();
  const first = await startFixture({ dataDir });
  first.receiver.answers.push('never');
  first.controls.setMode({ kind: 'hold', only: ['charge.succeeded'] });
  await first.stripe.customers.create({});
  await first.receiver.waitFor(1);
  await pay(first);
  await first.receiver.waitFor(3);
  await first.standIn.close();

  const second = await startFixture({ dataDir });
  await second.controls.idle();

  expect(second.receiver.types()).toContain('customer.created');
  expect(second.receiver.types()).not.toContain('charge.succeeded');
  second.controls.release();
  await second.controls.idle();
  expect(second.receiver.types()).toContain('charge.succeeded');
});

it('does not start with a file that it did not write', async () => {
  const dataDir = createFolder();
  writeFileSync(join(dataDir, 'stripe.json'), '{"customers": 1}');

  await expect(startStripe({ apiKey: API_KEY, dataDir })).rejects.toThrow('Move it away');
});
