/** The colors of a scene by their names in the SVG assets, e.g. `var(--sky1)`. */
export type Palette = Readonly<Record<string, string>>;

/**
 * The names of the colors in a palette: the sky from zenith to horizon, the sun or moon, the distance, the foreground, and two strong
 * colors.
 */
const COLORS = ['sky1', 'sky2', 'sky3', 'sky4', 'light', 'glow', 'haze', 'near', 'accent', 'counter'];

const PALETTES = {
  dusk: '#1b1147 #5b2a86 #e0567a #ffb56b #fff1c9 #ff9f6b #e8788a #150a2c #ffd23f #ff5d8f',
  dawn: '#12264f #2f6296 #86bcc6 #ffdcae #fffbe6 #ffce94 #9cc4cf #0b1a31 #ffc233 #5ad1e6',
  golden: '#3b120d #9a3615 #ee8622 #ffdb8f #fff6d5 #ffc04d #f2a04a #200a08 #fff07c #ff5a36',
  noon: '#0b4fb3 #2b8ae6 #7cc7f7 #e3f6ff #ffffff #fffbe0 #b4def5 #0a2b4a #ffe14d #ff6b4a',
  night: '#040714 #0b1838 #1c3668 #4a73ad #f4f7ff #9db8ff #476ea6 #03060f #7df9ff #ffb454',
  arctic: '#030d1c #08283f #10635f #7ff0c0 #eafff6 #64f0b8 #3d9a9a #02121a #7dffb8 #b388ff',
  neon: '#07021a #1e0740 #6a0f7a #ff3d9a #ffe3f5 #ff4fb0 #7a2a9a #08031c #22e6ff #ff3d9a',
  emerald: '#06231f #0f5a45 #55a86f #eaf4b6 #fdffe0 #e5f58a #8cc48a #04160f #f4ff61 #ff9f43',
  crimson: '#16040a #5a0b1b #c81e2c #ff8a4c #fff0d8 #ff6a3d #c8403c #0e0205 #ffd000 #ff7a3d',
  rose: '#3a1c5a #8a3f8f #f28cab #ffe0cf #fff8ef #ffd0c2 #eda6bd #241036 #fff27a #7ce0ff',
};

export type PaletteName = keyof typeof PALETTES;

const STARRY: ReadonlySet<string> = new Set<PaletteName>(['night', 'arctic', 'neon', 'crimson']);

const SKINS = ['#f6c9a4', '#e3a878', '#b97a4b', '#8a5431', '#f9d7bd'] as const;
const HAIRS = ['#2a1a14', '#4b2a17', '#7b4a22', '#d9a441', '#1b1b22', '#a8321f'] as const;

const PROMPT_WORDS: Readonly<Record<PaletteName, string>> = {
  dusk: 'dusk sunset evening twilight purple magic',
  dawn: 'dawn sunrise morning calm misty fog',
  golden: 'golden gold desert autumn rich orange egypt africa savanna',
  noon: 'noon daylight sunny summer blue bright tropical',
  night: 'night midnight dark moon moonlit noir starry',
  arctic: 'arctic snow snowy ice icy winter frozen aurora iceland norway',
  neon: 'neon cyber cyberpunk synthwave vaporwave rgb futuristic retro',
  emerald: 'green jungle lush nature spring minecraft zombie vegan',
  crimson: 'red fire lava hell dragon war volcano horror scary blood',
  rose: 'pink rose love cute wedding pastel kawaii dreamy',
};

const PALETTE_BY_WORD: ReadonlyMap<string, PaletteName> = new Map(
  Object.entries(PROMPT_WORDS).flatMap(([name, words]) =>
    isPaletteName(name) ? words.split(' ').map((word) => [word, name] as const) : [],
  ),
);

function isPaletteName(name: string): name is PaletteName {
  return name in PALETTES;
}

type Pick = <T>(choices: readonly [T, ...T[]]) => T;

/**
 * Chooses the palette that the prompt names, or else a palette that suits the scene. Tints the palette with a second palette, so that two
 * seeds with the same palette give different images.
 */
export function choosePalette(
  words: readonly string[],
  suited: readonly [PaletteName, ...PaletteName[]],
  random: () => number,
): Palette {
  const pick: Pick = (choices) => choices[Math.floor(random() * choices.length)] ?? choices[0];
  const fallback = pick(suited);
  const name =
    words.map((word) => PALETTE_BY_WORD.get(word)).find((found) => found !== undefined) ?? fallback;
  const tints = PALETTES[pick(suited)].split(' ');
  const share = random() * 0.3;
  const colors = PALETTES[name].split(' ').map((color, index) => mix(color, tints[index] ?? color, share));
  return {
    ...Object.fromEntries(COLORS.map((color, index) => [color, colors[index] ?? ''])),
    skin: pick(SKINS),
    hair: pick(HAIRS),
    stars: STARRY.has(name) ? '1' : '0',
    clouds: STARRY.has(name) ? '.3' : '1',
  };
}

/**
 * Replaces `var(--name)`, and then `color-mix(in srgb,#… 40%,#…)`. resvg does not implement these two CSS functions.
 * @throws Error for a name that is not in the palette.
 */
export function applyPalette(svg: string, palette: Palette): string {
  return svg
    .replace(/var\(--(\w+)\)/g, (_reference, name: string) => {
      const value = palette[name];
      if (value === undefined) throw new Error(`The palette has no color "${name}".`);
      return value;
    })
    .replace(
      /color-mix\(in srgb,(#\w{6}) (\d+)%,(#\w{6})\)/g,
      (_call, first: string, percent: string, second: string) => mix(second, first, Number(percent) / 100),
    );
}

export function mix(first: string, second: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [from, to] = [first, second].map((color) => Number.parseInt(color.slice(at, at + 2), 16));
    return Math.round((from ?? 0) * (1 - share) + (to ?? 0) * share);
  });
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
