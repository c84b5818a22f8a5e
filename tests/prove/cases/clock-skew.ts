import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, stop } from '../../../local/emulators/serve.ts';
import { createFaultProxy } from '../../support/cloud/fault-proxy.ts';
import { forward, readCall } from '../../support/cloud/wire-call.ts';
import { inspectCloud } from '../../support/cloud-inspector.ts';
import { withCloud, type TestEnvironment } from '../../support/cloud/environment.ts';
import { runGenerationCase, succeeds } from './generation-cases.ts';
import { PACK_IDS, PACKS } from '#contract/packs.ts';
import { findViolations } from '../../support/invariants.ts';
import { invokeEndpoint } from '../api.ts';
import { openCheckout } from '../stripe.ts';
import { createUser, INITIAL_CREDITS } from '../users.ts';

/** Difference between the clock of the services and of the functions, in ms. The S3 emulator accepts 15 minutes. */
const SKEWS_MS = [10 * 60_000, -10 * 60_000];
/** The oldest and newest signature that the skewed services accept: AWS general reference, "Signature Version 4". */
const TOLERANCE_MS = 5 * 60_000;

/** The response of each service to a signature outside the tolerance. */
const REJECTIONS = {
  DYNAMODB: {
    status: 400,
    type: 'application/x-amz-json-1.0',
    body: '{"__type":"com.amazon.coral.service#InvalidSignatureException","message":"Signature expired"}',
  },
  S3: {
    status: 403,
    type: 'application/xml',
    body: '<?xml version="1.0"?><Error><Code>RequestTimeTooSkewed</Code><Message>Too skewed</Message></Error>',
  },
} as const;
type SkewedService = keyof typeof REJECTIONS;

/**
 * Generates a thumbnail while the clocks of the tables and of the bucket differ from the clock of the functions. The
 * SDK clients read the service's time from the rejection and sign again.
 */
export async function runWithClockSkew(assembly: string): Promise<string[][]> {
  const runs: string[][] = [];
  for (const skew of SKEWS_MS) runs.push(await runWithSkew(assembly, skew));
  return runs;
}

async function runWithSkew(assembly: string, skew: number): Promise<string[]> {
  const proxy = createFaultProxy();
  const rejected = new Set<SkewedService>();
  const servers: ReturnType<typeof createServer>[] = [];
  const startSkewed = async (service: SkewedService, target: string) => {
    const server = createServer((incoming, outgoing) => {
      serveWithSkew({ service, target: new URL(target), skew, rejected }, incoming, outgoing).catch(() =>
        incoming.socket.destroy(),
      );
    });
    servers.push(server);
    return proxy.to(service, (await listen(server, 0, 'the skewed service')).endpoint);
  };
  const interpose = async ({ DYNAMODB, S3 }: Record<SkewedService, string>) => ({
    DYNAMODB: await startSkewed('DYNAMODB', DYNAMODB),
    S3: await startSkewed('S3', S3),
  });
  try {
    return await withCloud(assembly, { interpose }, async (cloud) => {
      const environment = { cloud, proxy, inspector: inspectCloud(cloud), logs: [] };
      const problems = await runGenerationCase(environment, succeeds('clock skew'));
      return rejected.size === 2 ? problems : [...problems, 'a service rejected no signature'];
    });
  } finally {
    await proxy.close();
    for (const server of servers) await stop(server);
  }
}

interface SkewedTarget {
  service: SkewedService;
  target: URL;
  skew: number;
  /** Services that have rejected a call. */
  rejected: Set<SkewedService>;
}

async function serveWithSkew(
  { service, target, skew, rejected }: SkewedTarget,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const call = await readCall(service, incoming);
  const now = Date.now() + skew;
  const date = new Date(now).toUTCString();
  if (Math.abs(parseAmzDate(String(call.headers['x-amz-date'])) - now) > TOLERANCE_MS) {
    rejected.add(service);
    const { status, type, body } = REJECTIONS[service];
    outgoing.writeHead(status, { date, 'content-type': type }).end(body);
    return;
  }
  const { status, headers, body } = await forward(target, call);
  outgoing.writeHead(status, { ...headers, date }).end(body);
}

/** Parses `YYYYMMDDTHHMMSSZ`. @returns ms since the epoch. */
function parseAmzDate(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

/**
 * Buys every pack while Stripe's events are dropped. One half of the payments is booked by the return from Checkout, and all of
 * them by the schedule, which runs twice at the same time. @returns the problems of each pack.
 */
export async function buyWithoutEvents(environment: TestEnvironment): Promise<string[][]> {
  const { cloud, inspector } = environment;
  const purchases = [];
  for (const pack of PACK_IDS) {
    for (const returns of [true, false]) {
      const user = await createUser(environment);
      const session = (await openCheckout(cloud, user, pack)) ?? '';
      cloud.stripe.controls.pay(session);
      if (returns) await invokeEndpoint(cloud, user, 'confirmPurchase', { params: { id: session } });
      purchases.push({ pack, returns, user });
    }
  }
  const isReturnBooked = await Promise.all(
    purchases.map(async ({ returns, pack, user }) => {
      const expected = INITIAL_CREDITS + (returns ? PACKS[pack].credits : 0);
      return (await inspector.balance(user.userId)) === expected;
    }),
  );
  await Promise.all([cloud.invoke('ReconcilePayments', {}), cloud.invoke('ReconcilePayments', {})]);
  return Promise.all(
    purchases.map(async ({ pack, user: { userId } }, index) => {
      const balance = await inspector.balance(userId);
      const expected = INITIAL_CREDITS + PACKS[pack].credits;
      return [
        ...(isReturnBooked[index] === true ? [] : [`${pack}: the return booked something else`]),
        ...(balance === expected ? [] : [`${pack}: the balance is ${balance} instead of ${expected}`]),
        ...(await findViolations(inspector, userId)),
      ];
    }),
  );
}
