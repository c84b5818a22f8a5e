import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildFunctions, bundleOf, operations } from '../../infra/build/functions.ts';

const names = await operations();
const bundles = new Map<string, string>();

beforeAll(async () => {
  await buildFunctions();
  for (const name of names) bundles.set(name, await readFile(join(bundleOf(name), 'index.mjs'), 'utf8'));
});

/** Bytes, minified: what a cold start has to read. */
const BUDGETS: Record<string, number> = {
  'generate-thumbnail': 640_000,
  'read-credits': 400_000,
  'welcome-user': 400_000,
  'list-purchases': 400_000,
  'delete-account': 600_000,
  'audit-credits': 420_000,
  'show-account': 420_000,
  'grant-credits': 420_000,
};

describe('a bundle', () => {
  it.each(Object.entries(BUDGETS))('of %s is at most %i bytes', (name, bytes) => {
    expect(Buffer.byteLength(bundles.get(name) ?? '')).toBeLessThanOrEqual(bytes);
    expect(bundles.get(name)).not.toBeUndefined();
  });

  it.each([
    ['api.stripe.com', ['create-stripe-checkout', 'stripe-webhook']],
    ['InvokeModel', ['generate-thumbnail']],
    ['AdminDeleteUser', ['delete-account', 'finish-closings']],
    ['secretsmanager', ['create-stripe-checkout', 'stripe-webhook']],
    // One of the SDK's ways to find credentials that no function of ours takes.
    ['AWS_CONTAINER_CREDENTIALS', []],
  ])('holds %s only where it is called', (text, holders) => {
    expect(names.filter((name) => bundles.get(name)?.includes(text)).sort()).toEqual(holders);
  });
});
