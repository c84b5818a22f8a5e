import { vi } from 'vitest';

// For every file alike: the files share their modules, so that a stand-in of one would be in all.
vi.mock('../../functions/shared/metrics.ts', async () => (await import('./support/metric-spies.ts')).spies);
vi.mock('node:timers/promises', () => import('./support/pauses.ts'));
