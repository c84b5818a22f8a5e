import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { getBundleFolder } from '../../infra/build-output.ts';
import { buildFunctions, listOperations } from '../../infra/build/functions.ts';

const names = await listOperations();
const bundles = new Map<string, string>();

beforeAll(async () => {
  await buildFunctions();
  for (const name of names)
    bundles.set(name, await readFile(join(getBundleFolder(name), 'index.mjs'), 'utf8'));
});

/** Bytes of the minified bundle, which a cold start reads. */
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
  it.each(Object.entries(BUDGETS))('of %s has at most %i bytes', (name, bytes) => {
    expect(Buffer.byteLength(bundles.get(name) ?? '')).toBeLessThanOrEqual(bytes);
    expect(bundles.get(name)).not.toBeUndefined();
  });

  it.each([
    ['api.stripe.com', ['create-stripe-checkout', 'stripe-webhook']],
    ['InvokeModel', ['generate-thumbnail']],
    ['AdminDeleteUser', ['delete-account', 'finish-closings']],
    ['secretsmanager', ['create-stripe-checkout', 'stripe-webhook']],
    // A credential provider of the SDK that Lambda does not use.
    ['AWS_CONTAINER_CREDENTIALS', []],
  ])('contains %s only if the function calls it', (text, holders) => {
    expect(names.filter((name) => bundles.get(name)?.includes(text)).sort()).toEqual(holders);
  });
});
