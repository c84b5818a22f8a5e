import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { PACK_IDS, type PackPrices } from '#contract/packs.ts';

/** `npm run stripe:setup` writes each stage's price IDs here. Commit the file: price IDs are settings, not secrets. */
const FILE = fileURLToPath(new URL('prices.json', import.meta.url));

const pricesFile = z.record(z.string(), z.record(z.string(), z.string()));

/** The price IDs of a stage. Ignores packs that no longer exist, so that removing a pack does not stop a deployment. */
export function readPrices(stage: string): PackPrices {
  const prices = readFile()[stage] ?? {};
  return Object.fromEntries(Object.entries(prices).filter(([id]) => PACK_IDS.some((known) => known === id)));
}

export function writePrices(stage: string, prices: PackPrices): void {
  writeFileSync(FILE, `${JSON.stringify({ ...readFile(), [stage]: prices }, null, 2)}\n`);
}

function readFile(): z.output<typeof pricesFile> {
  const result = pricesFile.safeParse(parseJson(readFileSync(FILE, 'utf8')));
  if (result.success) return result.data;
  throw new Error(
    'infra/stages/prices.json must hold an object of Stripe price IDs for each stage, e.g. {"prod": {"pro": "price_1"}}. ' +
      'Correct the file, or restore it from Git.',
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
