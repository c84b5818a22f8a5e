import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { composeCard } from '#contract/pack-card.ts';
import { describePack, namePacks, PACK_IDS, PACKS } from '#contract/packs.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8').replaceAll(/\s+/g, ' ');
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && path !== 'spec-coverage.md')
    .map((path) => `docs/${path.replaceAll('\\', '/')}`),
];

const packs = PACK_IDS.map(describePack);
const perCredit = packs.map(({ amount, credits }) => amount / credits);
const writePence = (pence: number) => String(Number(pence.toFixed(1)));
const dedicated = PACK_IDS.find((id) => PACKS[id].support === 'dedicated') ?? 'elite';
const [promise] = composeCard(dedicated).features.filter((line) => line.includes('dedicated'));

it.each([
  [
    'docs/scale.md',
    `A credit sells for ${writePence(Math.min(...perCredit))} to ${writePence(Math.max(...perCredit))} pence`,
  ],
  [
    'docs/deploy.md',
    `"${promise}" comes with the pack ${namePacks(({ support }) => support === 'dedicated')}.`,
  ],
  ['docs/features/credits-and-payments.md', `${PACKS.pro.name} pack, ${PACKS.pro.credits} generations`],
  ['docs/decisions/0076-public-api.md', `Creators of the pack ${namePacks(({ apiKeys }) => apiKeys)} call`],
])('%s says of the packs what contract/packs.ts says: %s', (path, sentence) => {
  // The failure names the sentence. The document would fill the screen.
  expect(read(path).includes(sentence) ? sentence : 'missing').toBe(sentence);
});

const NAMED = /\bthe pack ([A-Z]\w+)/g;
const PRICE = /£\d+(?:\.\d\d)?/g;

it('a document names no other pack and no other price in pounds', () => {
  const names = packs.map(({ name }) => name);
  const prices = packs.map(({ amount }) => `£${(amount / 100).toFixed(2)}`);
  const wrong = DOCUMENTS.flatMap((path) => {
    const text = read(path);
    const named = [...text.matchAll(NAMED)].map(([, name = '']) => name);
    return [
      ...named.filter((name) => !names.includes(name)),
      ...(text.match(PRICE) ?? []).filter((price) => !prices.includes(price)),
    ].map((found) => `${path}: ${found}`);
  });

  expect(wrong).toEqual([]);
});
