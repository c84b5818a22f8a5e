/** `#rrggbb` between two others. @param share of the second, 0 to 1. */
export function mix(first: string, second: string, share: number): string {
  const [r1, g1, b1] = channels(first);
  const [r2, g2, b2] = channels(second);
  const between = (from: number, to: number) =>
    Math.round(from + (to - from) * share)
      .toString(16)
      .padStart(2, '0');
  return `#${between(r1, r2)}${between(g1, g2)}${between(b1, b2)}`;
}

export const lighten = (color: string, share: number): string => mix(color, '#ffffff', share);
export const darken = (color: string, share: number): string => mix(color, '#000000', share);

function channels(color: string): readonly [red: number, green: number, blue: number] {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff];
}
