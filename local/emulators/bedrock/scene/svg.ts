/** XML 1.0 holds no control characters but tab and line ends, no lone surrogates, and not U+FFFE and U+FFFF. */
const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Any string as XML text or attribute value. */
export function escapeXml(text: string): string {
  return text.replace(NOT_XML, '').replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

type Attributes = Readonly<Record<string, string | number>>;

/** One element. Numbers are rounded, which keeps a drawing of a thousand shapes small. */
export function el(name: string, attributes: Attributes, ...children: readonly string[]): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? round(value) : escapeXml(value)}"`)
    .join('');
  return children.length === 0 ? `<${name}${written}/>` : `<${name}${written}>${children.join('')}</${name}>`;
}

export function group(attributes: Attributes, ...children: readonly string[]): string {
  return el('g', attributes, ...children);
}

export function rect(x: number, y: number, width: number, height: number, attributes: Attributes): string {
  return el('rect', { x, y, width, height, ...attributes });
}

export function circle(cx: number, cy: number, r: number, attributes: Attributes): string {
  return el('circle', { cx, cy, r, ...attributes });
}

export function ellipse(cx: number, cy: number, rx: number, ry: number, attributes: Attributes): string {
  return el('ellipse', { cx, cy, rx, ry, ...attributes });
}

/** @param d path data; its numbers may have any precision. */
export function path(d: string, attributes: Attributes): string {
  return el('path', { d: d.replace(/-?\d+\.\d{3,}/g, (number) => round(Number(number))), ...attributes });
}

export type Point = readonly [x: number, y: number];

/** Path data through points in straight lines. */
export function polyline(points: readonly Point[]): string {
  return points.map(([x, y], nth) => `${nth === 0 ? 'M' : 'L'}${x} ${y}`).join('');
}

export function polygon(points: readonly Point[], attributes: Attributes): string {
  return path(`${polyline(points)}Z`, attributes);
}

interface Stop {
  /** 0 to 1. */
  at: number;
  color: string;
  /** @default 1 */
  opacity?: number;
}

/** The sheet that is painted on: its size, and the gradients that its shapes refer to. */
export class Paper {
  readonly width: number;
  readonly height: number;
  readonly #definitions: string[] = [];

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }

  /** A paint from the top of the shape to its bottom. */
  down(...stops: readonly Stop[]): string {
    return this.#define('linearGradient', { x1: 0, y1: 0, x2: 0, y2: 1 }, stops);
  }

  /** A paint from the left of the shape to its right. */
  across(...stops: readonly Stop[]): string {
    return this.#define('linearGradient', { x1: 0, y1: 0, x2: 1, y2: 0 }, stops);
  }

  /** A paint from the top left of the shape to its bottom right. */
  aslant(...stops: readonly Stop[]): string {
    return this.#define('linearGradient', { x1: 0, y1: 0, x2: 1, y2: 1 }, stops);
  }

  /** A paint from a point of the shape (as fractions of its box) outwards. */
  outwards(from: Point, ...stops: readonly Stop[]): string {
    return this.#define(
      'radialGradient',
      { cx: from[0], cy: from[1], r: 0.5 + Math.hypot(from[0] - 0.5, from[1] - 0.5) },
      stops,
    );
  }

  /** A soft light: a disc of a colour that fades away. */
  glow(cx: number, cy: number, r: number, color: string, opacity = 1): string {
    const fill = this.outwards(
      [0.5, 0.5],
      { at: 0, color, opacity },
      { at: 0.25, color, opacity: opacity * 0.55 },
      { at: 0.55, color, opacity: opacity * 0.17 },
      { at: 1, color, opacity: 0 },
    );
    return circle(cx, cy, r, { fill });
  }

  /** The whole sheet in one paint. */
  wash(fill: string, attributes: Attributes = {}): string {
    return rect(0, 0, this.width, this.height, { fill, ...attributes });
  }

  toSvg(content: string): string {
    const { width, height } = this;
    return el(
      'svg',
      { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}` },
      el('defs', {}, ...this.#definitions),
      content,
    );
  }

  #define(kind: 'linearGradient' | 'radialGradient', shape: Attributes, stops: readonly Stop[]): string {
    const id = `p${this.#definitions.length}`;
    const children = stops.map(({ at, color, opacity = 1 }) =>
      el('stop', { offset: at, 'stop-color': color, ...(opacity === 1 ? {} : { 'stop-opacity': opacity }) }),
    );
    this.#definitions.push(el(kind, { id, ...shape }, ...children));
    return `url(#${id})`;
  }
}

function round(value: number): string {
  return String(Math.round(value * 100) / 100);
}
