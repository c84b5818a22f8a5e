import { expect, test } from './support/test.ts';

test.skip(({ site }) => site.devTools === undefined, 'Expects the seller of the embedded cloud.');

const POLICIES = [
  ['Terms', 'Terms of service'],
  ['Privacy', 'us-east-1, us-east-2 and us-west-2'],
  ['Refunds', 'Refund policy'],
] as const;

test('The footer names the seller and leads to its policies and support', async ({ page, visit }) => {
  await visit('/');
  const footer = page.getByRole('contentinfo');

  await expect(footer.getByText('Sample Studio, 1 Sample Street, London')).toBeVisible();
  await expect(footer.getByRole('link', { name: 'Support' })).toHaveAttribute(
    'href',
    'mailto:support@thumbforge.example',
  );
  for (const [name, text] of POLICIES) {
    const address = await footer.getByRole('link', { name }).getAttribute('href');
    const policy = await page.request.get(address ?? '');
    expect(policy.status()).toBe(200);
    expect(await policy.text()).toContain(text);
  }
});

test('A payment needs the consent to the immediate supply of the credits', async ({
  page,
  visit,
  creator,
}) => {
  await visit('/buy-credits', creator);
  await expect(page.getByText(/^Sold by Sample Studio, 1 Sample Street, London\./)).toBeVisible();
  await page.getByRole('button', { name: 'Get Starter' }).click();
  const consent = page.getByRole('checkbox', { name: /I ask for the credits at once/ });

  await page.getByRole('button', { name: 'Pay', exact: true }).click();

  await expect(consent).toBeFocused();
  await expect(consent).not.toBeChecked();
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
});
