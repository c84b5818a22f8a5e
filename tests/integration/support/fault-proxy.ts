import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, stop } from '../../../local/emulators/serve.ts';

/**
 * What happens to one call: nothing, it never arrives, or it arrives and its answer is lost; or it does not arrive, and
 * is answered as DynamoDB does while another transaction has the item.
 */
export type Fault = 'none' | 'not-sent' | 'answer-lost' | 'conflict';

const CONFLICT = JSON.stringify({
  __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
  Message:
    'Transaction cancelled, please refer cancellation reasons for specific reasons [TransactionConflict]',
  CancellationReasons: [{ Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' }],
});

/** A wire that can be cut: between the functions and the emulators of an embedded cloud. */
export interface FaultProxy {
  /** An address that leads to `target`. */
  to(target: string): Promise<string>;
  /**
   * Asked at each call, counted from 1 over every target since the last `reset`, with its operation where the protocol
   * names it in a header.
   */
  reset(plan: (call: number, operation: string) => Fault): void;
  close(): Promise<void>;
}

export function createFaultProxy(): FaultProxy {
  const servers: ReturnType<typeof createServer>[] = [];
  let plan: (call: number, operation: string) => Fault = () => 'none';
  let calls = 0;

  const handle = (target: URL, incoming: IncomingMessage, outgoing: ServerResponse) => {
    calls += 1;
    const fault = plan(calls, String(incoming.headers['x-amz-target']).split('.').at(-1) ?? '');
    if (fault === 'not-sent') {
      incoming.socket.destroy();
      return;
    }
    if (fault === 'conflict') {
      incoming.resume().once('end', () => {
        outgoing.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' }).end(CONFLICT);
      });
      return;
    }
    const { method, url: path, headers } = incoming;
    // The host header stays as the caller signed it.
    const onward = forward({ host: target.hostname, port: target.port, method, path, headers }, (answer) => {
      if (fault === 'answer-lost') {
        answer.resume().once('end', () => incoming.socket.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.once('error', () => incoming.socket.destroy());
    incoming.pipe(onward);
  };

  return {
    async to(target) {
      const server = createServer((incoming, outgoing) => handle(new URL(target), incoming, outgoing));
      servers.push(server);
      return (await listen(server, 0, 'the fault proxy')).endpoint;
    },
    reset(next) {
      calls = 0;
      plan = next;
    },
    close: async () => {
      await Promise.all(servers.map((server) => stop(server)));
    },
  };
}
