import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { getBundleFolder } from '../../infra/build-output.ts';
import { bundleOperations, listOperations } from '../../infra/build/bundle-functions.ts';
import { BUDGETS as COLD_STARTS } from '../bench/cold-start.ts';
// Builds the functions.
import './support/cloud.ts';

/** A deletion expires the open checkout sessions. */
const STRIPE_FUNCTIONS = [
  'confirm-purchase',
  'create-stripe-checkout',
  'delete-account',
  'finish-closings',
  'reconcile-payments',
  'stripe-webhook',
];

const names = await listOperations();
const bundles = new Map<string, string>();

beforeAll(async () => {
  for (const name of names)
    bundles.set(name, await readFile(join(getBundleFolder(name), 'index.mjs'), 'utf8'));
});

/** Bytes of the minified bundle, which a cold start reads: 5 % more than it has, so that small changes need no new budget. */
const BUDGETS: Record<string, number> = {
  ...Object.fromEntries(Object.entries(COLD_STARTS).map(([name, { bytes }]) => [name, bytes])),
  'create-cutout': 606_000,
  'save-design': 514_000,
  // Each request with a key that is not cached waits for it.
  'authorize-key': 278_000,
  'read-video-reference': 334_000,
  'improve-prompt': 402_000,
  'suggest-edit': 405_000,
  'suggest-concepts': 407_000,
  'translate-texts': 387_000,
  'welcome-user': 326_000,
  'list-purchases': 291_000,
  // No code can be sent before it has started.
  'compose-code-email': 4_000,
  // No user can sign in before this function has started.
  'restrict-access-token': 1_000,
  // The SDK of the protocol takes two fifths.
  mcp: 1_134_000,
  'delete-account': 826_000,
  'audit-credits': 312_000,
  'show-account': 294_000,
  'grant-credits': 306_000,
};

const ADVICE =
  'Import single names of a library: a namespace such as z.core brings the whole library. Move what only other functions need to another file. If the function needs its new code, raise its budget to 5 % above its size.';

describe('a bundle', () => {
  it.each(Object.entries(BUDGETS))('of %s has at most %i bytes', (name, bytes) => {
    expect(Buffer.byteLength(bundles.get(name) ?? ''), ADVICE).toBeLessThanOrEqual(bytes);
    expect(bundles.get(name)).not.toBeUndefined();
  });

  it.each(names)(
    'of %s has only ASCII characters: one other character would double its size in memory',
    (name) => {
      expect(/[^\0-\x7f].{0,40}/.exec(bundles.get(name) ?? '')?.[0]).toBeUndefined();
    },
  );

  it('of a function that grants welcome credits has the lists of domains beside it, not in it', async () => {
    const holders = names.filter((name) => bundles.get(name)?.includes('disposable-email-domains-js'));
    expect(names.filter((name) => bundles.get(name)?.includes('tldts-icann'))).toEqual(holders);
    expect(holders.sort()).toEqual([
      'create-cutout',
      'create-edit',
      'create-stripe-checkout',
      'generate-thumbnail',
      'mcp',
      'read-credits',
      'welcome-user',
    ]);
    for (const name of holders) {
      const path = join(getBundleFolder(name), 'node_modules/disposable-email-domains-js/dist/index.js');
      const list = (await import(path)) as { disposableEmailBlocklist: () => string[] };
      expect(list.disposableEmailBlocklist()).toContain('mailinator.com');
      expect(bundles.get(name)).not.toContain('mailinator.com');
      const suffixes = join(getBundleFolder(name), 'node_modules/tldts-icann/dist/cjs/index.js');
      const { getDomain } = (await import(suffixes)) as { getDomain: (host: string) => string | null };
      expect(getDomain('any.example.co.uk')).toBe('example.co.uk');
    }
  });

  it('of a function that crops thumbnails of videos has the codec of JPEG beside it, not in it', async () => {
    const holders = names.filter((name) => bundles.get(name)?.includes('"jpeg-js"'));
    expect(holders.sort()).toEqual(['generate-thumbnail', 'generate-waiting', 'mcp']);
    for (const name of holders) {
      const path = join(getBundleFolder(name), 'node_modules/jpeg-js/index.js');
      const { default: codec } = (await import(path)) as { default: Record<string, unknown> };
      expect(Object.keys(codec)).toEqual(['encode', 'decode']);
    }
  });

  it('of a function that makes previews has their thread and its codecs beside it, not in it', async () => {
    const holders = names.filter((name) => bundles.get(name)?.includes('pixel-worker.mjs'));
    expect(holders.sort()).toEqual([
      'create-edit',
      'create-thumbnail',
      'generate-thumbnail',
      'generate-waiting',
      'list-thumbnails',
      'mcp',
    ]);
    for (const name of holders) {
      const thread = await readFile(join(getBundleFolder(name), 'pixel-worker.mjs'), 'utf8');
      const codecs = thread.match(/@jsquash\/[\w/-]+\.wasm/g) ?? [];
      expect(codecs).toHaveLength(3);
      for (const codec of codecs) {
        const file = await readFile(join(getBundleFolder(name), 'node_modules', codec));
        await expect(WebAssembly.compile(file)).resolves.toBeDefined();
      }
      expect(bundles.get(name)).not.toContain('.wasm');
    }
  });

  it.each([
    ['api.stripe.com', STRIPE_FUNCTIONS],
    [
      'InvokeModel',
      [
        'create-cutout',
        'create-edit',
        'generate-thumbnail',
        'generate-waiting',
        'improve-prompt',
        'mcp',
        'suggest-concepts',
        'suggest-edit',
        'translate-texts',
      ],
    ],
    ['AdminDeleteUser', ['delete-account', 'delete-unconfirmed-users', 'finish-closings']],
    [
      'secretsmanager',
      [
        ...STRIPE_FUNCTIONS,
        ...['generate-thumbnail', 'generate-waiting', 'mcp', 'read-video-reference'],
        // The key that signs the URLs of images.
        ...[
          'create-cutout',
          'create-edit',
          'create-image-key',
          'create-thumbnail',
          'export-account',
          'list-credit-history',
          'list-cutouts',
          'list-thumbnails',
        ],
      ],
    ],
    // The decoder of thumbnails with black bars.
    ['tolerantDecoding', ['generate-thumbnail', 'generate-waiting', 'mcp']],
    // A credential provider of the SDK that Lambda does not use.
    ['AWS_CONTAINER_CREDENTIALS', []],
    // The provider of bearer tokens, with the client of IAM Identity Center.
    ['sso_start_url', []],
  ])('contains %s only if the function calls it', (text, holders) => {
    expect(names.filter((name) => bundles.get(name)?.includes(text)).sort()).toEqual([...holders].sort());
  });
});

it('bundles an operation alone as it does with all others', async () => {
  const built = await bundleOperations(['report-page-error']);

  const file = built
    .get('report-page-error')
    ?.files.find(({ path }) => path === 'report-page-error/index.mjs');
  expect(Buffer.from(file?.contents ?? '').toString()).toBe(bundles.get('report-page-error'));
});
