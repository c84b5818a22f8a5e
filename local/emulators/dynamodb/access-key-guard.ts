import { connect, createServer, type Socket } from 'node:net';
import { hasLocalAccessKey, UNKNOWN_ACCESS_KEY } from '../../credentials.ts';
import { LOOPBACK, listen, stop } from '../serve.ts';

const HEADERS_END = '\r\n\r\n';
/** The limit of Node's own HTTP server. */
const MAX_HEADER_BYTES = 16_384;

/**
 * Verifies the access key in front of dynoxide, which accepts any key. The guard reads the first request of each
 * connection and forwards the bytes after it unread, which costs no measurable time: a client keeps its connections for
 * itself, and its key does not change.
 * @param port of dynoxide.
 */
export async function startAccessKeyGuard(port: number) {
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.once('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((client) => {
    track(client).on('error', () => client.destroy());
    readHeaders(client, (head, headers) => {
      if (!hasLocalAccessKey(/^authorization: *(.*)$/im.exec(headers)?.[1])) {
        client.end(REFUSAL);
        return;
      }
      const upstream = track(connect(port, LOOPBACK));
      upstream.on('error', () => client.destroy());
      client.once('close', () => upstream.destroy());
      upstream.write(head);
      client.pipe(upstream).pipe(client);
    });
  });
  const { endpoint } = await listen(server, 0, 'the DynamoDB emulator');
  return {
    endpoint,
    close: async () => {
      const stopped = stop(server);
      for (const socket of sockets) socket.destroy();
      await stopped;
    },
  };
}

/** Calls back once with everything that was read, as soon as it contains the headers of the first request. */
function readHeaders(client: Socket, onHeaders: (head: Buffer, headers: string) => void): void {
  let head: Buffer = Buffer.alloc(0);
  const read = (chunk: Buffer) => {
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf(HEADERS_END);
    if (end < 0 && head.length <= MAX_HEADER_BYTES) return;
    client.off('data', read);
    onHeaders(head, end < 0 ? '' : head.toString('latin1', 0, end));
  };
  client.on('data', read);
}

const REFUSAL = createRefusal();

/** The error of AWS services for an unknown access key, in DynamoDB's protocol. */
function createRefusal(): string {
  const { type, message } = UNKNOWN_ACCESS_KEY;
  const body = JSON.stringify({ __type: `com.amazon.coral.service#${type}`, message });
  return [
    'HTTP/1.1 400 Bad Request',
    'content-type: application/x-amz-json-1.0',
    `content-length: ${body.length}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
