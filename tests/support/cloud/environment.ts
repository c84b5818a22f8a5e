import {
  startEmbeddedCloud,
  type EmbeddedCloud,
  type EmbeddedCloudOptions,
} from '../../../local/embedded-cloud.ts';
import { createFaultProxy, type FaultProxy } from './fault-proxy.ts';
import { SERVICES } from './wire-call.ts';
import { inspectCloud, type CloudInspector } from '../cloud-inspector.ts';
import { findStage } from '../../../infra/stages/stages.ts';

/** An embedded cloud with a fault proxy between its functions and the services that they call. */
export interface TestEnvironment {
  cloud: EmbeddedCloud;
  proxy: FaultProxy;
  inspector: CloudInspector;
  /** The lines that the functions logged. */
  logs: readonly string[];
}

/** Runs `use` on a new embedded cloud whose image model answers at once. */
export async function withCloud<T>(
  assembly: string,
  options: Partial<EmbeddedCloudOptions>,
  use: (cloud: EmbeddedCloud) => Promise<T>,
): Promise<T> {
  const cloud = await startEmbeddedCloud({ assembly, instantModel: true, ...options });
  try {
    return await use(cloud);
  } finally {
    await cloud.stop();
  }
}

type EnvironmentOptions = Pick<EmbeddedCloudOptions, 'dataDir' | 'hasTestTimers'>;

/**
 * Starts an embedded cloud whose image model answers at once, with a fault proxy for all services. Its functions have
 * unlimited time unless the options say otherwise.
 */
export async function startEnvironment(
  assembly: string,
  options: EnvironmentOptions = {},
): Promise<TestEnvironment> {
  const proxy = createFaultProxy();
  const logs: string[] = [];
  const cloud = await startEmbeddedCloud({
    assembly,
    instantModel: true,
    manualSchedules: true,
    hasTestTimers: true,
    ...options,
    onLog: ({ text }) => logs.push(text),
    interpose: async (endpoints) =>
      Object.fromEntries(
        await Promise.all(
          SERVICES.map(async (service) => [service, await proxy.to(service, endpoints[service])] as const),
        ),
      ),
  });
  return { cloud, proxy, inspector: inspectCloud(cloud), logs };
}

/** Runs `use` in a new environment. */
export async function withEnvironment<T>(
  assembly: string,
  use: (environment: TestEnvironment) => Promise<T>,
  options: EnvironmentOptions = {},
): Promise<T> {
  const environment = await startEnvironment(assembly, options);
  try {
    return await use(environment);
  } finally {
    await environment.cloud.stop();
    await environment.proxy.close();
  }
}

/** Runs `use` while the Stripe emulator sends no events, and the queue no messages: each check delivers its own. */
export async function withManualDelivery<T>(
  { stripe, eventSources }: EmbeddedCloud,
  use: () => Promise<T>,
): Promise<T> {
  stripe.controls.setMode({ kind: 'drop' });
  eventSources.pause();
  try {
    return await use();
  } finally {
    eventSources.resume();
    stripe.controls.setMode({ kind: 'normal' });
  }
}

/** Runs both scheduled functions. */
export async function runSchedules({ cloud }: TestEnvironment): Promise<void> {
  await cloud.invoke('RefundAbandoned', {});
  await cloud.invoke('FinishClosings', {});
}

/** Runs both scheduled functions as they would run ten minutes from now. */
export async function runSchedulesLater(environment: TestEnvironment, userId: string): Promise<void> {
  await environment.inspector.backdate(userId);
  await runSchedules(environment);
}

const { models, services } = findStage('dev');
const requestsPerMinute = 1_000_000;

/** The models of `dev` with a quota for which every waiting generation is among the next generations of its line. */
export const UNLIMITED_POOL = {
  models: models.map((model) => ({ ...model, requestsPerMinute })),
  services: services.map((model) => ({ ...model, requestsPerMinute })),
};
