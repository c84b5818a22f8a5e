import type { Layer } from '../../../../../../contract/design.ts';

/** Canvas shadows ignore the context's transformation: they fall straight down whatever the rotation. */
export function setShadow(
  context: CanvasRenderingContext2D,
  { color, blur }: NonNullable<Layer['shadow']>,
  scale: number,
): void {
  context.shadowColor = color;
  context.shadowBlur = blur * scale;
  context.shadowOffsetY = (blur / 2) * scale;
}
