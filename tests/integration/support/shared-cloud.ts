import { inject } from 'vitest';
import { startEnvironment, type TestEnvironment } from '../../support/cloud/environment.ts';

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
