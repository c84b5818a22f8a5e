import {
  startEmbeddedCloud,
  type EmbeddedCloud,
  type EmbeddedCloudOptions,
} from '../../local/embedded-cloud.ts';
import { createFaultProxy, type FaultProxy } from '../integration/support/fault-proxy.ts';
import { SERVICES, type Service } from '../integration/support/refusals.ts';
import { inspectCloud, type CloudInspector } from '../support/cloud-inspector.ts';

/** An embedded cloud with a fault proxy between its functions and the services that they call. */
export interface TestEnvironment {
  cloud: EmbeddedCloud;
  proxy: FaultProxy;
  inspector: CloudInspector;
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

interface EnvironmentOptions extends Pick<EmbeddedCloudOptions, 'dataDir'> {
  /** Services behind the fault proxy. @default all that functions call */
  services?: readonly Service[];
}

/**
 * As `withCloud`, with a fault proxy. The Stripe emulator sends no events, and the queue no messages: each check delivers
 * its own.
 */
export async function withEnvironment<T>(
  assembly: string,
  use: (environment: TestEnvironment) => Promise<T>,
  { services = SERVICES, ...options }: EnvironmentOptions = {},
): Promise<T> {
  const proxy = createFaultProxy();
  const interpose: EmbeddedCloudOptions['interpose'] = async (endpoints) =>
    Object.fromEntries(
      await Promise.all(
        services.map(async (service) => [service, await proxy.to(service, endpoints[service])] as const),
      ),
    );
  try {
    return await withCloud(assembly, { ...options, interpose, pauseEventSources: true }, (cloud) => {
      cloud.stripe.controls.setMode({ kind: 'drop' });
      return use({ cloud, proxy, inspector: inspectCloud(cloud) });
    });
  } finally {
    await proxy.close();
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
