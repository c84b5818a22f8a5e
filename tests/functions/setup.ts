import { vi } from 'vitest';

// Mocked for all files, because the files share their modules.
vi.mock('../../functions/shared/metrics.ts', async () => (await import('./support/metric-spies.ts')).spies);
vi.mock('node:timers/promises', () => import('./support/pauses.ts'));
