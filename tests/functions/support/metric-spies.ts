import { vi } from 'vitest';

const metrics = await vi.importActual<Record<string, (...details: unknown[]) => void>>(
  '../../../functions/shared/metrics.ts',
);

/** Every metric as it is, and watched: the same spies for all files of a worker, which share what calls them. */
export const spies = Object.fromEntries(Object.entries(metrics).map(([name, put]) => [name, vi.fn(put)]));
