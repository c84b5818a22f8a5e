import { randomUUID } from 'node:crypto';
import { namePacks } from '#contract/packs.ts';
import { expect, test } from './support/test.ts';

test.skip(({ site }) => site.devTools === undefined, 'Pays on the page of the stand-in for Stripe.');

const KEYS_COME_WITH = `API keys come with the ${namePacks(({ apiKeys }) => apiKeys)} pack.`;

test('A creator buys Elite, makes an image with a key, revokes it, and loses the other key and the support level with a refund', async ({
  page,
  visit,
  creator,
  devTools,
  inspector,
}) => {
  const generate = async (key: string) => {
    const response = await fetch(`${devTools.url}/v1/thumbnails`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ prompt: 'A castle of glass' }),
    });
    return { status: response.status, body: await response.json() };
  };
  const createKey = async (name: string) => {
    await page.getByLabel('Name of the new key').fill(name);
    await page.getByRole('button', { name: 'Create key' }).click();
    await expect(keys.getByText(name, { exact: true })).toBeVisible();
    return page.getByLabel(/^Your new key/).inputValue();
  };
  const keys = page.getByRole('list', { name: 'API keys' });

  await visit('/account', creator);
  await expect(page.getByText(KEYS_COME_WITH)).toBeVisible();
  await page.getByRole('link', { name: 'See the packs' }).click();
  await page.getByRole('button', { name: 'Get Elite' }).click();
  await page.getByRole('checkbox').check();
  const session = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('banner').getByText('53 credits', { exact: true })).toBeVisible();

  await visit('/account', creator);
  const script = await createKey('Upload script');
  const claude = await createKey('Claude');
  expect(await generate(script)).toMatchObject({ status: 200 });
  await page.getByRole('button', { name: 'Revoke Upload script' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await expect(keys.getByRole('listitem')).toHaveCount(1);

  await visit('/support', creator);
  await expect(page.getByText(/^Your account has Dedicated support/)).toBeVisible();
  const refund = { do: 'refund', id: session };
  expect((await page.request.post('/local/stripe', { form: refund })).ok()).toBe(true);
  await expect.poll(() => inspector.balance(creator.userId)).toBe(2);
  // A key that was used in the last 30 seconds could still work.
  await visit('/account', creator);
  await expect(page.getByRole('main').getByText('2 credits')).toBeVisible();
  expect(await generate(claude)).toMatchObject({ status: 403, body: { code: 'pack_required' } });
  await expect(page.getByText(KEYS_COME_WITH)).toBeVisible();
  await visit('/support', creator);
  await expect(page.getByText(/^Your account has Standard support/)).toBeVisible();
});
