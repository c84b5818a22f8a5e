import type { EmbeddedCloud, EmbeddedCloudOptions } from '../../../local/embedded-cloud.ts';
import { everyWire } from '../../integration/support/every-wire.ts';
import { createFaultProxy, type FaultProxy } from '../../integration/support/fault-proxy.ts';
import { auditOf, type Audit } from '../../support/audit.ts';
import { leftBehindIn, type LeftBehind } from '../../support/left-behind.ts';
import { withCloud } from '../assembly.ts';

/** An embedded cloud whose every call outside can be cut, and what an auditor sees of it. */
export interface World {
  cloud: EmbeddedCloud;
  wire: FaultProxy;
  audit: Audit;
  leftBehind: LeftBehind;
}

/** Long enough ago for the schedules to know that nothing from before is under way. */
const LONG_AGO_MS = 10 * 60_000;

/** @param assembly folder of the cloud assembly. @default one that is synthesized now */
export async function withWorld<T>(
  assembly: string | undefined,
  attack: (world: World) => Promise<T>,
  options: Pick<EmbeddedCloudOptions, 'dataDir' | 'port'> = {},
): Promise<T> {
  const wire = createFaultProxy();
  try {
    return await withCloud(assembly, { ...options, interpose: everyWire(wire) }, (cloud) => {
      // Every event is sent by hand, when its trial wants it.
      cloud.stripe.controls.setMode({ kind: 'drop' });
      return attack({ cloud, wire, audit: auditOf(cloud), leftBehind: leftBehindIn(cloud) });
    });
  } finally {
    await wire.close();
  }
}

/** Makes what a user has under way, if anything, look as if it had begun long ago. */
export async function age({ audit, leftBehind }: World, userId: string): Promise<void> {
  const { closedAt } = await audit.account(userId);
  const pending = (await audit.thumbnails(userId)).filter(({ status }) => status === 'pending');
  for (const { generationId } of pending) await audit.age(userId, generationId, LONG_AGO_MS);
  if (closedAt !== undefined) await leftBehind.ageClosing(userId, LONG_AGO_MS);
}

/** Runs both schedules, as they will run some minutes from now. */
export async function runSchedules({ cloud }: World): Promise<void> {
  await cloud.invoke('RefundAbandoned', {});
  await cloud.invoke('FinishClosings', {});
}
