import { onTestFinished, vi } from 'vitest';

/** Replaces the 2D context of every canvas. @returns what is drawn: the name of each call, and its values. */
export function fakeCanvas(): unknown[][] {
  const drawn: unknown[][] = [];
  const known: Record<PropertyKey, unknown> = {
    canvas: { width: 1_280, height: 720 },
    measureText: () => ({ width: 100 }),
    getImageData: (_x: number, _y: number, width: number, height: number) => ({
      width,
      height,
      data: new Uint8ClampedArray(width * height * 4),
    }),
  };
  const context = new Proxy(known, {
    get: (target, name) => target[name] ?? ((...values: unknown[]) => void drawn.push([name, ...values])),
  });
  const getContext = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  onTestFinished(() => getContext.mockRestore());
  return drawn;
}
