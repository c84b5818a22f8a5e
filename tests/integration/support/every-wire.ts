import type { EmbeddedCloudOptions } from '../../../local/embedded-cloud.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { SERVICES } from './refusals.ts';

/** Puts the wire before every service that functions call. */
export function everyWire(proxy: FaultProxy): NonNullable<EmbeddedCloudOptions['interpose']> {
  return async (endpoints) => {
    const wires = SERVICES.map(
      async (service) => [service, await proxy.to(service, endpoints[service])] as const,
    );
    return Object.fromEntries(await Promise.all(wires));
  };
}
