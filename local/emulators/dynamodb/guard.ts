import { Agent, request, type IncomingMessage } from 'node:http';
import { hasLocalAccessKey, UNKNOWN_ACCESS_KEY } from '../../credentials.ts';
import { readBody } from '../../http/body.ts';
import { LOOPBACK, serve } from '../serve.ts';

/** The largest request, BatchWriteItem, of DynamoDB's quotas. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

/**
 * Verifies the access key of every request in front of dynoxide, which accepts any key.
 * @param port of dynoxide.
 */
export async function startGuard(port: number) {
  const agent = new Agent({ keepAlive: true });
  const { endpoint, close } = await serve('the DynamoDB emulator', 0, async (incoming, outgoing) => {
    if (!hasLocalAccessKey(incoming.headers.authorization)) {
      const { type, message } = UNKNOWN_ACCESS_KEY;
      outgoing.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
      outgoing.end(JSON.stringify({ __type: `com.amazon.coral.service#${type}`, message }));
      return;
    }
    const { method, url, headers } = incoming;
    const body = await readBody(incoming, MAX_BODY_BYTES);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ host: LOOPBACK, port, agent, method, path: url, headers }, resolve)
        .once('error', reject)
        .end(body);
    });
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  return {
    endpoint,
    async close() {
      await close();
      agent.destroy();
    },
  };
}
