/** The limits of a design, in pixels of its frame. They are apart from the schemas, so that the browser can import them. */
export const DESIGN_LIMITS = {
  frameWidth: 1_280,
  frameHeight: 720,
  textLayers: 3,
  cutoutLayers: 3,
  /** In Unicode code points. */
  textLength: 120,
  textSize: { least: 16, most: 400 },
  layerWidth: { least: 40, most: 2_560 },
  /** How far the center of a layer may be outside the frame. */
  outside: 640,
  outlineWidth: 40,
  shadowBlur: 60,
  platePadding: 80,
  /** The small JPEG of the rendering, for lists. */
  preview: { width: 480, height: 270, bytes: 30_000 },
  /**
   * Largest request that saves a design with its preview, in bytes. A browser sends no more than 64 KB while its page is
   * being left.
   */
  requestBytes: 56 * 1024,
} as const;

export const FONTS = ['anton', 'bebas-neue', 'teko'] as const;
export type Font = (typeof FONTS)[number];

/** The weights that each font has. Anton and Bebas Neue have one. */
export const FONT_WEIGHTS = {
  anton: [400],
  'bebas-neue': [400],
  teko: [400, 500, 600, 700],
} as const satisfies Record<Font, readonly number[]>;

export const TEXT_ALIGNMENTS = ['left', 'center', 'right'] as const;
