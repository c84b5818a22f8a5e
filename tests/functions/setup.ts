import { afterEach, beforeEach, vi } from 'vitest';
import { answerImageKey } from './support/image-key.ts';
import { checkAnswers } from '../support/unanswered-calls.ts';

// Mocked for all files, because the files share their modules.
vi.mock('../../functions/platform/metrics.ts', async () => (await import('./support/metric-spies.ts')).spies);
vi.mock('../../functions/images/pixels/pixel-thread.ts', () => import('./support/pixel-thread.ts'));
vi.mock('node:timers/promises', () => import('./support/pauses.ts'));

// Tests of other secrets prepare their own answers.
answerImageKey();

beforeEach(() => {
  vi.clearAllMocks();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  checkAnswers();
});
