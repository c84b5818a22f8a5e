/** The limits of a design, in pixels of its frame. They are apart from the schemas, so that the browser can import them. */
export const DESIGN_LIMITS = {
  frameWidth: 1_280,
  frameHeight: 720,
  /** Of all kinds together. */
  layers: 10,
  textLayers: 6,
  /** In Unicode code points. */
  textLength: 120,
  textSize: { least: 16, most: 400 },
  /** In parts of the size. */
  letterSpacing: { least: -0.1, most: 0.5 },
  /** One line and the space to the next, as a multiple of the height of a capital. */
  lineHeight: { least: 0.8, most: 2.5 },
  /** Of a shape. */
  layerHeight: { least: 8, most: 1_440 },
  /** Of the edge of a shape that is not filled. */
  strokeWidth: { least: 2, most: 80 },
  layerWidth: { least: 40, most: 2_560 },
  /** How far the center of a layer may be outside the frame. */
  outside: 640,
  outlineWidth: 40,
  shadowBlur: 60,
  platePadding: 80,
  zoom: { least: 1, most: 4 },
  /** Of the image. */
  blur: 40,
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

export const SHAPES = ['arrow', 'circle', 'box', 'line'] as const;
export type Shape = (typeof SHAPES)[number];

export const TEXT_ALIGNMENTS = ['left', 'center', 'right'] as const;

/** How the image of a design without changes is shown. */
export const DEFAULT_ADJUSTMENTS = {
  zoom: 1,
  offset: 0.5,
  flipped: false,
  brightness: 0,
  contrast: 0,
  blur: 0,
  vignette: 0,
} as const;
