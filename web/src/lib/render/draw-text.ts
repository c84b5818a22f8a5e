import type { TextLayer } from '#contract/design/design.ts';
import { hasVisibleCharacter } from '#contract/visible-text.ts';
import { cssFont } from './fonts.ts';
import { layoutTextLayer, textDirection } from './layout-text.ts';

const PLATE_RADIUS = 8;

type Layout = ReturnType<typeof layoutTextLayer>;

/**
 * Draws a text layer. The origin of the context is the center of the layer, its unit is one pixel of the frame, and its
 * shadow is set.
 */
export function drawText(context: CanvasRenderingContext2D, layer: TextLayer): void {
  // A plate without words would be a stain.
  if (!hasVisibleCharacter(layer.text)) return;
  const layout = layoutTextLayer(layer);
  const { plate, shadow } = layer;
  const hasPlate = plate && plate.opacity > 0;
  if (hasPlate) drawPlate(context, plate, layout);
  // The shadow of one line must not fall on the line above it, so a second pass covers it. A plate has the shadow instead.
  else if (shadow) drawLetters(context, layer, layout);
  context.shadowColor = 'transparent';
  drawLetters(context, layer, layout);
}

function drawPlate(
  context: CanvasRenderingContext2D,
  { color, opacity, padding }: NonNullable<TextLayer['plate']>,
  { ink }: Layout,
): void {
  context.globalAlpha = opacity;
  context.fillStyle = color;
  context.beginPath();
  context.roundRect(
    ink.x - padding,
    ink.y - padding,
    ink.width + 2 * padding,
    ink.height + 2 * padding,
    PLATE_RADIUS,
  );
  context.fill();
  context.globalAlpha = 1;
}

/** All outlines come first, so that none covers the letters of another line. */
function drawLetters(context: CanvasRenderingContext2D, layer: TextLayer, { lines, ink }: Layout): void {
  context.font = cssFont(layer);
  // Some browsers round the widths of letters to whole pixels otherwise.
  context.textRendering = 'geometricPrecision';
  context.textBaseline = 'alphabetic';
  context.textAlign = 'left';
  context.direction = textDirection(layer);
  const { outline } = layer;
  if (outline && outline.width > 0) {
    context.strokeStyle = outline.color;
    // The inner half of the line is below the letters.
    context.lineWidth = outline.width * 2;
    context.lineJoin = 'round';
    for (const { parts, baseline } of lines)
      for (const { text, x } of parts) context.strokeText(text, x, baseline);
  }
  context.fillStyle = layer.color;
  if (layer.gradient !== undefined) {
    const gradient = context.createLinearGradient(0, ink.y, 0, ink.y + ink.height);
    gradient.addColorStop(0, layer.color);
    gradient.addColorStop(1, layer.gradient);
    context.fillStyle = gradient;
  }
  for (const { parts, baseline } of lines)
    for (const { text, x } of parts) context.fillText(text, x, baseline);
}
