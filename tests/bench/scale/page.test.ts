import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { quoteOf } from '../page/quote.ts';
import { report } from './report.ts';

const PAGE = readFileSync(new URL('../../../docs/scale.md', import.meta.url), 'utf8');

describe('docs/scale.md', () => {
  it('quotes what the simulation says today; npm run bench:scale -- --write brings it up to date', () => {
    expect(quoteOf(PAGE, 'npm run bench:scale')).toBe(report());
  });
});
