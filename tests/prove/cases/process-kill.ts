import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { withTempFolder } from '../../support/temp-folder.ts';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { findDeletionViolations, findViolations } from '../../support/invariants.ts';
import { invokeEndpoint } from '../api.ts';
import type { TestEnvironment } from '../../support/cloud/environment.ts';
import { createUserWithData } from '../faults/operations/background.ts';
import { captureEvent, deliverEvent, openCheckout, STARTER, type StripeEvent } from '../stripe.ts';
import { createUser, generateThumbnail, INITIAL_CREDITS } from '../users.ts';

const CHILD = fileURLToPath(new URL('process-kill-child.ts', import.meta.url));

/** More writes than any scenario makes. */
const MAX_WRITES = 20;

/**
 * Kills the process of a cloud that keeps its state on disk after each write of each scenario. The next process, on the
 * same folder, repeats the request, runs the scheduled functions and checks the result.
 */
export async function killAfterEachWrite(assembly: string): Promise<string[][]> {
  return withTempFolder('kill', async (dataDir) => {
    const start = async () => {
      const started = fork(CHILD, [assembly, dataDir], { execArgv: ['--import', 'tsx'] });
      if ((await readReply(started)) === undefined)
        throw new Error('The embedded cloud did not start again.');
      return started;
    };
    let child = await start();
    try {
      const runs: string[][] = [];
      for (const scenario of SCENARIO_NAMES) {
        for (let write = 1; write < MAX_WRITES; write += 1) {
          const state = (await send(child, { action: 'prepare', scenario }))?.state;
          if (state === undefined) throw new Error(`The scenario ${scenario} could not be prepared.`);
          const isAlive = (await send(child, { action: 'kill', state, write })) !== undefined;
          if (isAlive) break;
          child = await start();
          const { problems = ['it did not recover'] } =
            (await send(child, { action: 'recover', state })) ?? {};
          runs.push(problems.map((problem) => `${scenario}, killed after write ${write}: ${problem}`));
        }
      }
      return runs;
    } finally {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    }
  });
}

/** @returns the reply; undefined when the process exited. */
async function send(child: ChildProcess, command: Command): Promise<CommandReply | undefined> {
  const replied = readReply(child);
  child.send(command);
  return replied;
}

async function readReply(child: ChildProcess): Promise<CommandReply | undefined> {
  const controller = new AbortController();
  const { signal } = controller;
  try {
    const message = once(child, 'message', { signal }).then(([value]) => commandReply.parse(value));
    const exit = once(child, 'exit', { signal }).then(() => undefined);
    return await Promise.race([message, exit]);
  } finally {
    controller.abort();
  }
}

const SCENARIO_NAMES = ['generation', 'purchase', 'deletion'] as const;
type ScenarioName = (typeof SCENARIO_NAMES)[number];

/** The state that one process passes to the next process. */
const state = z.object({
  scenario: z.enum(SCENARIO_NAMES),
  userId: z.string(),
  generationId: z.string().optional(),
  /** A Stripe event, as JSON. */
  event: z.string().optional(),
});
type State = z.output<typeof state>;

/** The messages of the parent process. */
export const command = z.discriminatedUnion('action', [
  z.object({ action: z.literal('prepare'), scenario: z.enum(SCENARIO_NAMES) }),
  /** Run the request and die after this write. */
  z.object({ action: z.literal('kill'), state, write: z.number() }),
  z.object({ action: z.literal('recover'), state }),
]);
export type Command = z.output<typeof command>;

/** The child's reply when it has started, or has executed a command and is alive. */
const commandReply = z.object({ state: state.optional(), problems: z.array(z.string()).optional() });
export type CommandReply = z.output<typeof commandReply>;

/** A request with several writes. */
interface Scenario {
  prepare: (environment: TestEnvironment) => Promise<State>;
  /** @returns whether it succeeded. */
  request: (environment: TestEnvironment, state: State) => Promise<boolean>;
  check: (environment: TestEnvironment, state: State) => Promise<string[]>;
}

export const SCENARIOS: Record<ScenarioName, Scenario> = {
  generation: {
    async prepare(environment) {
      const { userId } = await createUser(environment);
      return { scenario: 'generation', userId, generationId: randomUUID() };
    },
    async request({ cloud }, { userId, generationId = '' }) {
      const user = { userId, email: undefined };
      return (await generateThumbnail(cloud, user, { generationId })).status === 200;
    },
    check: ({ inspector }, { userId }) => findViolations(inspector, userId),
  },
  purchase: {
    async prepare(environment) {
      const { cloud } = environment;
      const user = await createUser(environment);
      const session = (await openCheckout(cloud, user)) ?? '';
      const event = captureEvent(cloud, 'checkout.session.completed', () =>
        cloud.stripe.controls.pay(session),
      );
      return { scenario: 'purchase', userId: user.userId, event: JSON.stringify(event) };
    },
    request: ({ cloud }, { event = '' }) => deliverEvent(cloud, JSON.parse(event) as StripeEvent),
    async check({ inspector }, { userId }) {
      const balance = await inspector.balance(userId);
      const isAdded = balance === INITIAL_CREDITS + STARTER.credits;
      return [
        ...(isAdded ? [] : [`the balance after a purchase is ${balance}`]),
        ...(await findViolations(inspector, userId)),
      ];
    },
  },
  deletion: {
    async prepare(environment) {
      return { scenario: 'deletion', userId: (await createUserWithData(environment)).userId };
    },
    async request({ cloud }, { userId }) {
      return (await invokeEndpoint(cloud, { userId, email: undefined }, 'deleteAccount')).status === 200;
    },
    check: ({ cloud, inspector }, { userId }) => findDeletionViolations(cloud, inspector, userId),
  },
};
