import { createServer, type ServerResponse } from 'node:http';
import { constants, createServer as createHttp2Server, type Http2ServerResponse } from 'node:http2';
import type { Server, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { listen } from '../../../local/emulators/serve.ts';
import {
  createRefusal,
  type RefusalKind,
  type Service,
  forward,
  isRepeated,
  names,
  nameOperation,
  readCall,
  type Answer,
  type Incoming,
  type WireCall,
} from './wire-call.ts';

/**
 * The fault of one call. `not-sent`: the call never arrives. `answer-lost`: the call arrives and its answer is lost. `late`:
 * the caller loses the call, and the call arrives after the caller has stopped waiting. `slow`: the call takes a little longer.
 * `held`: the call waits until the test lets it go. Refusals: the call does not arrive, and an error of the service answers it.
 */
export type Fault = 'none' | 'not-sent' | 'answer-lost' | 'late' | 'slow' | 'held' | RefusalKind;

/** Chooses the fault of each call. @param call counted from 1. @param operation e.g. `PutItem`. */
export type Plan = (call: number, operation: string) => Fault;

/** Throttles every model. */
export const throttleModels: Plan = (_, operation) => (operation === 'InvokeModel' ? 'throttled' : 'none');

type Enter = () => Promise<() => void>;

interface LaneOptions {
  /** Delays each call until it resolves. What it returns runs when the call has ended. */
  enter?: Enter;
  /** The services whose calls belong to the lane. @default all */
  services?: readonly Service[];
}

/** The calls of one user alone. */
export interface Lane {
  /** The calls so far, in order. A client that repeats a call, e.g. because the machine is slow, makes one call. */
  readonly operations: readonly string[];
  /** Replaces the plan for the following calls, which are counted from 1 again. */
  replan(plan: Plan): void;
  /** Resolves when a call of this operation has come. */
  reached(operation: string): Promise<void>;
  /** Lets late and held calls arrive. */
  deliverLate(): Promise<void>;
  end(): void;
}

/** A wire that can be cut: between the functions and the emulators of an embedded cloud. */
export interface FaultProxy {
  /** An address that leads to `target`. */
  to(service: Service, target: string): Promise<string>;
  /** Sets the plan for every call that belongs to no lane. Calls are counted over every target since the last `reset`. */
  reset(plan: Plan): void;
  /** Makes a lane of the calls that name any of `marks`, so that many users can be looked after at once. */
  follow(marks: readonly string[], plan: Plan, options?: LaneOptions): Lane;
  /** Makes a lane of the calls that belong to no other lane. Only one such lane can exist. */
  followRest(plan: Plan): Lane;
  close(): Promise<void>;
}

/** Delay of `slow` in ms: less than any timeout of the product. */
const SLOW_MS = 150;

type Outgoing = ServerResponse | Http2ServerResponse;

export function createFaultProxy(): FaultProxy {
  const closing: (() => Promise<void>)[] = [];
  let lanes: { mark: string; track: Track }[] = [];
  let rest = new Track(() => 'none');

  const serve = async (service: Service, target: URL, incoming: Incoming, outgoing: Outgoing) => {
    const call = await readCall(service, incoming);
    const lane = lanes.find(({ mark, track }) => track.accepts(service) && names(call, mark));
    const track = lane?.track ?? rest;
    const leave = await track.enter();
    try {
      await serveCall({ track, call, target }, incoming, outgoing);
    } finally {
      leave();
    }
  };

  return {
    async to(service, target) {
      const url = new URL(target);
      const handle = (incoming: Incoming, outgoing: Outgoing) =>
        void serve(service, url, incoming, outgoing).catch(() => hangUp(incoming));
      // The SDK speaks HTTP/2 to Bedrock alone.
      const server = service === 'BEDROCK_RUNTIME' ? createHttp2Server(handle) : createServer(handle);
      closing.push(createCloser(server));
      return (await listen(server, 0, 'the fault proxy')).endpoint;
    },
    reset(plan) {
      rest = new Track(plan);
    },
    follow(marks, plan, options) {
      const track = new Track(plan, options);
      lanes.push(...marks.map((mark) => ({ mark, track })));
      return createLane(track, () => {
        lanes = lanes.filter((each) => each.track !== track);
      });
    },
    followRest(plan) {
      const track = new Track(plan);
      rest = track;
      return createLane(track, () => {
        rest = new Track(() => 'none');
      });
    },
    close: async () => {
      await Promise.all(closing.map((close) => close()));
    },
  };
}

/** Does with a call what its track says, and answers it. */
async function serveCall(
  { track, call, target }: { track: Track; call: WireCall; target: URL },
  incoming: Incoming,
  outgoing: Outgoing,
): Promise<void> {
  const fault = track.next(call);
  switch (fault) {
    case 'not-sent':
      hangUp(incoming);
      return;
    case 'late':
      track.late.push(() => forward(target, call));
      hangUp(incoming);
      return;
    case 'answer-lost':
      await forward(target, call);
      hangUp(incoming);
      return;
    case 'held':
      await new Promise<void>((resolve) => {
        track.late.push(() => Promise.resolve().then(resolve));
      });
      break;
    case 'slow':
      await delay(SLOW_MS);
      break;
    case 'none':
      break;
    default:
      reply(outgoing, createRefusal(call.service, fault));
      return;
  }
  reply(outgoing, await forward(target, call));
}

/** Counts calls, and says what becomes of each. */
class Track {
  readonly operations: string[] = [];
  late: (() => Promise<unknown>)[] = [];
  readonly enter: Enter;
  readonly #services: readonly Service[] | undefined;
  readonly #waiting: { operation: string; resolve: () => void }[] = [];
  #plan: Plan;
  #calls = 0;

  constructor(plan: Plan, { enter = () => Promise.resolve(() => undefined), services }: LaneOptions = {}) {
    this.#plan = plan;
    this.enter = enter;
    this.#services = services;
  }

  accepts(service: Service): boolean {
    return this.#services?.includes(service) ?? true;
  }

  next(call: WireCall): Fault {
    const operation = nameOperation(call);
    this.#calls += 1;
    if (!isRepeated(call)) this.operations.push(operation);
    for (const waiter of this.#waiting) if (waiter.operation === operation) waiter.resolve();
    return this.#plan(this.#calls, operation);
  }

  async reached(operation: string): Promise<void> {
    if (this.operations.includes(operation)) return;
    await new Promise<void>((resolve) => this.#waiting.push({ operation, resolve }));
  }

  replan(plan: Plan): void {
    this.#plan = plan;
    this.#calls = 0;
  }
}

function createLane(track: Track, end: () => void): Lane {
  return {
    operations: track.operations,
    replan: (plan) => track.replan(plan),
    reached: (operation) => track.reached(operation),
    async deliverLate() {
      const late = track.late;
      track.late = [];
      for (const deliver of late) await deliver();
    },
    end,
  };
}

function reply(outgoing: Outgoing, { status, headers, body }: Answer): void {
  outgoing.statusCode = status;
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) outgoing.setHeader(name, value);
  }
  // Two protocols, two types of the same method.
  (outgoing as ServerResponse).end(body);
}

/** Breaks off, so that the caller never learns what became of its call. */
function hangUp(incoming: Incoming): void {
  if ('stream' in incoming) incoming.stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  else incoming.socket.destroy();
}

/** Stops a server and closes its open connections. */
function createCloser(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return async () => {
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    for (const socket of sockets) socket.destroy();
    await closed;
  };
}
