/**
 * The limits of a design, in pixels of its frame. The schemas are in another file, so that the browser can import the limits without them.
 */
export const DESIGN_LIMITS = {
  frameWidth: 1_280,
  frameHeight: 720,
  /** The most layers of all kinds together. */
  layers: 10,
  /** The longest name of a layer, in Unicode code points. */
  layerNameLength: 40,
  textLayers: 6,
  /** The longest text, in Unicode code points. */
  textLength: 120,
  /** The most languages into which the texts of a design are translated. */
  languages: 12,
  textSize: { least: 16, most: 400 },
  /** The letter spacing, as a fraction of the text size. */
  letterSpacing: { least: -0.1, most: 0.5 },
  /** The distance from one line to the next, as a multiple of the height of a capital letter. */
  lineHeight: { least: 0.8, most: 2.5 },
  /** The height of a shape. */
  layerHeight: { least: 8, most: 1_440 },
  /** The width of the outline of an unfilled shape. */
  strokeWidth: { least: 2, most: 80 },
  layerWidth: { least: 40, most: 2_560 },
  /** The largest distance between the frame and the center of a layer outside the frame. */
  outside: 640,
  outlineWidth: 40,
  shadowBlur: 60,
  platePadding: 80,
  zoom: { least: 1, most: 4 },
  /** The blur of the image. */
  blur: 40,
  /** The small JPEG of the rendering, which lists show. */
  preview: { width: 480, height: 270, bytes: 30_000 },
  /**
   * The largest request that saves a design with its preview, in bytes. A browser sends at most 64 KB while the user leaves the page. The
   * largest design has 57 kB, so a page that is being left leaves out the preview if the request would be larger.
   */
  requestBytes: 96 * 1024,
} as const;

export const FONTS = ['anton', 'bebas-neue', 'teko', 'paytone-one', 'alfa-slab-one'] as const;
export type Font = (typeof FONTS)[number];

/** The weights of each font. Only Teko has several. */
export const FONT_WEIGHTS = {
  anton: [400],
  'bebas-neue': [400],
  teko: [400, 500, 600, 700],
  'paytone-one': [400],
  'alfa-slab-one': [400],
} as const satisfies Record<Font, readonly number[]>;

export const SHAPES = ['arrow', 'circle', 'box', 'line'] as const;
export type Shape = (typeof SHAPES)[number];

export const TEXT_ALIGNMENTS = ['left', 'center', 'right'] as const;

/** Matches the form of a BCP 47 tag: a language, and optionally a script and a region, e.g. `de`, `zh-Hant` or `pt-BR`. */
export const LANGUAGE_TAG = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/;

/**
 * The work that a translation is waiting for: `suggested` are words of the text model, which the creator has not confirmed. `outdated` is a
 * translation whose original has other words since.
 */
export const REVIEWS = ['suggested', 'outdated'] as const;

/** The appearance of the image in a design without adjustments. */
export const DEFAULT_ADJUSTMENTS = {
  zoom: 1,
  offset: 0.5,
  flipped: false,
  brightness: 0,
  contrast: 0,
  blur: 0,
  vignette: 0,
} as const;
