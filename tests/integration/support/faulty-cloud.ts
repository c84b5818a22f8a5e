import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import { startCloud } from './cloud.ts';
import { createFaultProxy, type Fault, type FaultProxy } from './fault-proxy.ts';

/** A cloud whose functions reach their tables, bucket and user pool over a wire that can be cut. */
export async function startFaultyCloud(): Promise<{ cloud: EmbeddedCloud; proxy: FaultProxy }> {
  const proxy = createFaultProxy();
  const cloud = await startCloud({
    interpose: async ({ DYNAMODB, S3, COGNITO_IDENTITY_PROVIDER }) => ({
      DYNAMODB: await proxy.to(DYNAMODB),
      S3: await proxy.to(S3),
      COGNITO_IDENTITY_PROVIDER: await proxy.to(COGNITO_IDENTITY_PROVIDER),
    }),
  });
  return { cloud, proxy };
}

interface StepFault {
  step: string;
  fault: Fault;
  /** Which call of the generation it is, from 1. */
  call: number;
}

/** Each way in which each call of one generation to the tables and the bucket can be lost. */
export function faultsAtEachStep(): StepFault[] {
  return ['reserve', 'store', 'settle'].flatMap((step, index) =>
    (['not-sent', 'answer-lost'] as const).map((fault) => ({ step, fault, call: index + 1 })),
  );
}
