import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, stop } from '../../../local/emulators/serve.ts';
import { startS3 } from '../../../local/emulators/s3/s3.ts';
import { forward, readCall } from '../../integration/support/wire-call.ts';
import { auditOf } from '../../support/audit.ts';
import { leftBehindIn } from '../../support/left-behind.ts';
import { createFaultProxy } from '../../integration/support/fault-proxy.ts';
import { withCloud } from '../assembly.ts';
import type { Wrong } from './case.ts';
import { sweep, troubled, wrongEnd } from './generation.ts';

/** How far the services' clock is from the functions', in ms: more than any of them forgives. */
const SKEWS = [20 * 60_000, -20 * 60_000];
/** AWS general reference, "Signature Version 4": a request older or newer is refused. S3 takes a quarter of an hour. */
const FORGIVEN_MS = 5 * 60_000;

/**
 * A generation while the clock of the tables and of the bucket differs from the functions': a signature is dated, so it
 * is refused. The clients set their clocks by the refusal, and sign anew.
 */
export async function skewedClocks(assembly: string | undefined): Promise<Wrong[]> {
  const wrongs: Wrong[] = [];
  for (const skew of SKEWS) wrongs.push(await generationWith(assembly, skew));
  return wrongs;
}

async function generationWith(assembly: string | undefined, skew: number): Promise<Wrong> {
  const now = () => Date.now() + skew;
  const s3 = await startS3({ now });
  const wire = createFaultProxy();
  const closing = [() => s3.close(), () => wire.close()];
  const interpose = async ({ DYNAMODB }: { DYNAMODB: string }) => {
    const server = createServer((incoming, outgoing) => {
      serve(new URL(DYNAMODB), now(), incoming, outgoing).catch(() => incoming.socket.destroy());
    });
    closing.push(() => stop(server));
    const { endpoint } = await listen(server, 0, 'the skewed wire');
    return { DYNAMODB: await wire.to('DYNAMODB', endpoint), S3: s3.endpoint };
  };
  try {
    return await withCloud(assembly, { interpose }, async (cloud) => {
      s3.createBucket(cloud.resource('ImagesBucket').ref);
      const seen = { ...cloud, endpoints: { ...cloud.endpoints, S3: s3.endpoint } };
      const world = { cloud, wire, audit: auditOf(seen), leftBehind: leftBehindIn(cloud) };
      const it = await troubled(world, () => 'none');
      const reply = await it.ask();
      await sweep(world, it);
      return wrongEnd(world, it, reply, { status: 200, painted: true });
    });
  } finally {
    for (const close of closing) await close();
  }
}

/** The tables' emulator takes any date; DynamoDB does not. */
async function serve(target: URL, now: number, incoming: IncomingMessage, outgoing: ServerResponse) {
  const call = await readCall('DYNAMODB', incoming);
  const signedAt = dateOf(String(call.headers['x-amz-date']));
  const date = new Date(now).toUTCString();
  if (Math.abs(signedAt - now) > FORGIVEN_MS) {
    const type = 'com.amazon.coral.service#InvalidSignatureException';
    const message = signedAt < now ? 'Signature expired' : 'Signature not yet current';
    outgoing.writeHead(400, { date, 'content-type': 'application/x-amz-json-1.0' });
    outgoing.end(JSON.stringify({ __type: type, message }));
    return;
  }
  const { status, headers, body } = await forward(target, call);
  outgoing.writeHead(status, { ...headers, date }).end(body);
}

/** `YYYYMMDDTHHMMSSZ`, in ms since the epoch. */
function dateOf(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}
