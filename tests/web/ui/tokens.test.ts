import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const tokens = readFileSync('web/src/styles/tokens.css', 'utf8');

/** The channels of a token's color, 0 to 1. */
function readColor(name: string): number[] {
  const hex = new RegExp(`--${name}: #([0-9a-f]{6});`).exec(tokens)?.[1];
  if (hex === undefined) throw new Error(`There is no token ${name}`);
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
}

/** WCAG 2.2, "relative luminance". */
function luminance(name: string): number {
  const [red = 0, green = 0, blue = 0] = readColor(name).map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

it.each(['ground', 'surface', 'raised', 'image-ground'])(
  'the border of a field has a contrast of at least 3:1 on %s',
  (ground) => {
    expect((luminance('control') + 0.05) / (luminance(ground) + 0.05)).toBeGreaterThanOrEqual(3);
  },
);
