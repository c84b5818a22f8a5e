import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import { startCloud } from './cloud.ts';
import { createFaultProxy, type FaultProxy } from './fault-proxy.ts';

interface FaultyCloud {
  cloud: EmbeddedCloud;
  proxy: FaultProxy;
  /** The lines that the functions logged. */
  logs: readonly string[];
}

/** A cloud with a fault proxy between its functions and the tables, the bucket and the user pool. */
export async function startFaultyCloud(): Promise<FaultyCloud> {
  const proxy = createFaultProxy();
  const logs: string[] = [];
  const cloud = await startCloud({
    onLog: ({ text }) => logs.push(text),
    interpose: async ({ DYNAMODB, S3, COGNITO_IDENTITY_PROVIDER }) => ({
      DYNAMODB: await proxy.to('DYNAMODB', DYNAMODB),
      S3: await proxy.to('S3', S3),
      COGNITO_IDENTITY_PROVIDER: await proxy.to('COGNITO_IDENTITY_PROVIDER', COGNITO_IDENTITY_PROVIDER),
    }),
  });
  return { cloud, proxy, logs };
}

let shared: Promise<FaultyCloud> | undefined;

/**
 * The cloud that the files of a worker share, because a start takes seconds. It ends with the worker. Each file uses
 * its own users, leaves their balances equal to their ledgers, and resets what it changed.
 */
export async function shareCloud(): Promise<FaultyCloud> {
  shared ??= startFaultyCloud();
  const faulty = await shared;
  faulty.proxy.reset(() => 'none');
  faulty.cloud.stripe.controls.setMode({ kind: 'normal' });
  return faulty;
}
