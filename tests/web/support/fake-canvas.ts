import { onTestFinished, vi } from 'vitest';

/**
 * Replaces the 2D context of every canvas.
 * @param isRecorded @default every canvas
 * @returns what is drawn: the name of each call, and its values; the name of each property that is set, and its value.
 */
export function fakeCanvas(isRecorded: (canvas: HTMLCanvasElement) => boolean = () => true): unknown[][] {
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
  const createGradient = (record: (call: unknown[]) => unknown) => ({
    addColorStop: (...values: unknown[]) => void record(['addColorStop', ...values]),
  });
  const createContext = (record: (call: unknown[]) => unknown) =>
    new Proxy(known, {
      get: (target, name) =>
        target[name] ??
        ((...values: unknown[]) => {
          record([name, ...values]);
          return name === 'createLinearGradient' ? createGradient(record) : undefined;
        }),
      set: (target, name, value) => {
        record([name, value]);
        return Reflect.set(target, name, value);
      },
    });
  const recorded = createContext((call) => drawn.push(call));
  const ignored = createContext(() => undefined);
  const getContext = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (
    this: HTMLCanvasElement,
  ) {
    return (isRecorded(this) ? recorded : ignored) as never;
  });
  onTestFinished(() => getContext.mockRestore());
  return drawn;
}
