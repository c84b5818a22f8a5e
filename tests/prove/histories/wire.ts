import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen, stop } from '../../../local/emulators/serve.ts';
import type { Turns } from './turns.ts';

/** What a call may meet: it never arrives, its answer is lost, or another transaction has the item. */
export const FAULTS = ['not-sent', 'answer-lost', 'conflict'] as const;

/** How long an account stays too busy, in calls: longer than a picture waits to be settled with it. */
const BUSY_CALLS = 12;

/** A wire that breaks under one user. */
export interface Cut {
  /** The first call that breaks, from 1, of all that the user makes from now on. */
  at: number;
  fault: (typeof FAULTS)[number];
  /**
   * Whether it stays so: nothing gets through any more, as for an invocation that dies, or no transaction does, as for an
   * account that is too busy. Otherwise that call alone is hit.
   */
  lasting: boolean;
}

/** What a wire does to the calls about one user. */
export interface Line {
  turns: Turns;
  cuts: Set<Cut & { seen: number }>;
  /** How many calls were hit. */
  hits: number;
}

/** Between the functions and the tables and bucket: every call that names a user goes along that user's line. */
export interface Wire {
  /** An address that leads to `target`. */
  to(target: string): Promise<string>;
  lines: Map<string, Line>;
  close(): Promise<void>;
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** As DynamoDB says it; the emulator itself never does. */
const CONFLICT = JSON.stringify({
  __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
  Message:
    'Transaction cancelled, please refer cancellation reasons for specific reasons [TransactionConflict]',
  CancellationReasons: [{ Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' }],
});

export function createWire(): Wire {
  const servers: ReturnType<typeof createServer>[] = [];
  const lines = new Map<string, Line>();

  const handle = async (target: URL, incoming: IncomingMessage, outgoing: ServerResponse) => {
    const body = await buffer(incoming);
    const line = lineOf(lines, `${incoming.url ?? ''} ${nameless(incoming) ? '' : body.toString('latin1')}`);
    const leave = await line?.turns.enter();
    try {
      await pass(target, { incoming, body, outgoing }, line && faultOf(line, incoming));
    } finally {
      leave?.();
    }
  };

  return {
    lines,
    async to(target) {
      const server = createServer((incoming, outgoing) => {
        handle(new URL(target), incoming, outgoing).catch(() => incoming.socket.destroy());
      });
      servers.push(server);
      return (await listen(server, 0, 'the wire')).endpoint;
    },
    close: async () => {
      await Promise.all(servers.map((server) => stop(server)));
    },
  };
}

/** A picture's bytes name nobody: its address does. */
function nameless({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.startsWith('image/') === true;
}

function lineOf(lines: ReadonlyMap<string, Line>, text: string): Line | undefined {
  for (const [id] of text.matchAll(ID)) {
    const line = lines.get(id);
    if (line !== undefined) return line;
  }
  return undefined;
}

/** What a call meets after the first that broke. */
function later({ at, fault, seen }: Cut & { seen: number }): Cut['fault'] | undefined {
  if (fault !== 'conflict') return 'not-sent';
  return seen < at + BUSY_CALLS ? 'conflict' : undefined;
}

function faultOf(line: Line, { headers }: IncomingMessage): Cut['fault'] | undefined {
  let met: Cut['fault'] | undefined;
  for (const cut of line.cuts) {
    cut.seen += 1;
    if (cut.seen === cut.at) met = cut.fault;
    if (cut.seen > cut.at && cut.lasting) met = later(cut) ?? met;
  }
  const isTransaction = String(headers['x-amz-target']).endsWith('.TransactWriteItems');
  if (met === 'conflict' && !isTransaction) return undefined;
  if (met !== undefined) line.hits += 1;
  return met;
}

interface Passage {
  incoming: IncomingMessage;
  body: Buffer;
  outgoing: ServerResponse;
}

/** Ends when the call has been answered, or lost. */
async function pass(
  target: URL,
  { incoming, body, outgoing }: Passage,
  fault: Cut['fault'] | undefined,
): Promise<void> {
  if (fault === 'not-sent') {
    incoming.socket.destroy();
    return;
  }
  if (fault === 'conflict') {
    outgoing.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' }).end(CONFLICT);
    return;
  }
  const { method, url: path, headers } = incoming;
  const {
    status,
    headers: answered,
    content,
  } = await new Promise<Answered>((resolve, reject) => {
    // The host header stays as the caller signed it.
    forward({ host: target.hostname, port: target.port, method, path, headers }, (answer) => {
      buffer(answer).then(
        (content) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, content }),
        reject,
      );
    })
      .once('error', reject)
      .end(body);
  });
  if (fault === 'answer-lost') incoming.socket.destroy();
  else outgoing.writeHead(status, answered).end(content);
}

interface Answered {
  status: number;
  headers: IncomingMessage['headers'];
  content: Buffer;
}
