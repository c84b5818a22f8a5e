import { vi } from 'vitest';

const metrics = await vi.importActual<Record<string, (...details: unknown[]) => void>>(
  '../../../functions/platform/metrics.ts',
);

/** Spies on all metric functions. All files of a worker share them, because they share the modules that call them. */
export const spies = Object.fromEntries(Object.entries(metrics).map(([name, put]) => [name, vi.fn(put)]));
