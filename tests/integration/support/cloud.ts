import { inject } from 'vitest';
import {
  startEmbeddedCloud,
  type EmbeddedCloud,
  type EmbeddedCloudOptions,
} from '../../../local/embedded-cloud.ts';
import type { RunOptions } from '../../prove/report.ts';
import { NO_PROGRESS } from '../../support/progress.ts';
import { startEnvironment, type TestEnvironment } from '../../support/cloud/environment.ts';

/** Starts another embedded cloud on free ports, in memory unless the options say otherwise. Its functions have unlimited time. */
export function startCloud(options: Partial<EmbeddedCloudOptions> = {}): Promise<EmbeddedCloud> {
  const assembly = inject('assembly');
  return startEmbeddedCloud({ assembly, instantModel: true, hasTestTimers: true, ...options });
}

/** The small share of `npm run prove` that runs with every test. `.ci/run` sets another seed each time. */
export const proveSample = (): RunOptions => ({
  seed: Number(process.env['PROVE_SEED'] ?? 1),
  size: 'sample',
  assembly: inject('assembly'),
  progress: NO_PROGRESS,
});

let shared: Promise<TestEnvironment> | undefined;

/**
 * The cloud that the files of a worker share, because a start and the cold starts of the functions take seconds. It ends
 * with the worker. Each file uses its own users, leaves their balances equal to their ledgers, and resets what it changed.
 */
export async function shareCloud(): Promise<TestEnvironment> {
  shared ??= startEnvironment(inject('assembly'));
  const environment = await shared;
  environment.proxy.reset(() => 'none');
  environment.cloud.stripe.controls.setMode({ kind: 'normal' });
  return environment;
}
