import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { PackPrices } from '../../contract/packs.ts';

/** Where `npm run stripe:setup` keeps each stage's price ids. To be committed: they are settings, not secrets. */
const FILE = fileURLToPath(new URL('prices.json', import.meta.url));

const prices = z.record(z.string(), z.object({ starter: z.string(), pro: z.string(), elite: z.string() }));

/** The price ids of a stage; undefined before its setup. */
export function readPrices(stage: string): PackPrices | undefined {
  return prices.parse(JSON.parse(readFileSync(FILE, 'utf8')))[stage];
}

export function writePrices(stage: string, found: PackPrices): void {
  const all = prices.parse(JSON.parse(readFileSync(FILE, 'utf8')));
  writeFileSync(FILE, `${JSON.stringify({ ...all, [stage]: found }, null, 2)}\n`);
}
