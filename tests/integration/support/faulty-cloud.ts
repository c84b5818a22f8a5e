import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import { startCloud } from './cloud.ts';
import { createFaultProxy, type FaultProxy } from './fault-proxy.ts';

/** A cloud whose functions reach their tables, bucket and user pool over a wire that can be cut. */
export async function startFaultyCloud(): Promise<{ cloud: EmbeddedCloud; proxy: FaultProxy }> {
  const proxy = createFaultProxy();
  const cloud = await startCloud({
    interpose: async ({ DYNAMODB, S3, COGNITO_IDENTITY_PROVIDER }) => ({
      DYNAMODB: await proxy.to('DYNAMODB', DYNAMODB),
      S3: await proxy.to('S3', S3),
      COGNITO_IDENTITY_PROVIDER: await proxy.to('COGNITO_IDENTITY_PROVIDER', COGNITO_IDENTITY_PROVIDER),
    }),
  });
  return { cloud, proxy };
}
