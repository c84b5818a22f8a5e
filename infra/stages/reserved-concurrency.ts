import { computeEditConcurrency } from './model-pool.ts';
import type { StageSettings } from './settings.ts';

/**
 * Concurrency of functions that a user starts without credits and that run for seconds, and of the check of API keys, which
 * anybody can start without an account. Each has its own, so that many calls of one cannot take the account's concurrency from
 * sign-ups and payments. Decisions on keys are cached, so 20 checks at a time serve thousands of keys.
 */
const FREE_OPERATIONS = {
  'improve-prompt': 10,
  'suggest-edit': 5,
  'suggest-concepts': 5,
  'translate-texts': 5,
  'export-account': 5,
  'read-video-reference': 10,
  'authorize-key': 20,
} as const;

type Operation = 'generate-thumbnail' | 'create-edit' | keyof typeof FREE_OPERATIONS;

/**
 * The reserved concurrency of each operation, which is also its limit. None without `generateConcurrency`: Lambda refuses every
 * reservation in a new account.
 */
export function reserveConcurrency({
  generateConcurrency,
  services,
}: Pick<StageSettings, 'generateConcurrency' | 'services'>): Partial<Record<Operation, number>> {
  if (generateConcurrency === 0) return {};
  const edits = computeEditConcurrency(services);
  return {
    'generate-thumbnail': generateConcurrency,
    // A stage without services for edits refuses all of them at once.
    ...(edits > 0 && { 'create-edit': edits }),
    ...FREE_OPERATIONS,
  };
}
