import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { invokeEndpoint, type TestUser } from '../../api.ts';
import type { TestEnvironment } from '../../../support/cloud/environment.ts';
import { createUser, generateThumbnail } from '../../users.ts';
import { deliverMessage, listMessages } from '../../waiting-line.ts';
import type { Attempt, Operation } from '../trials.ts';

/** How long the models of a generation are busy, in seconds. */
const BUSY = { shortly: 1, always: 3_600 } as const;

interface WaitingGeneration {
  user: TestUser;
  generationId: string;
}

/** A generation whose models are all throttled, and which waits in line. */
async function createWaiting(environment: TestEnvironment, seconds: number): Promise<WaitingGeneration> {
  const user = await createUser(environment);
  const generationId = randomUUID();
  await generateThumbnail(environment.cloud, user, { generationId, words: `[[throttle:${seconds}]]` });
  return { user, generationId };
}

/** Delivers every message of the user once more, to two workers at the same time. */
async function deliverAgain({ cloud }: TestEnvironment, userId: string): Promise<void> {
  await Promise.all(
    listMessages(cloud, userId).flatMap((id) => [deliverMessage(cloud, id), deliverMessage(cloud, id)]),
  );
}

const joinLine: Operation = {
  name: 'generate-thumbnail, joins the line',
  // The spend, a call of each model, the message and the record. The count of the line names no user.
  calls: 5,
  sampled: true,
  async prepare(environment) {
    const user = await createUser(environment);
    const { userId } = user;
    const generationId = randomUUID();
    return {
      userId,
      async request() {
        const words = `[[throttle:${BUSY.always}]]`;
        const { status } = await generateThumbnail(environment.cloud, user, { generationId, words });
        return status === 202 || status === 503;
      },
      async check() {
        await deliverAgain(environment, userId);
        return [];
      },
    };
  },
};

/** Processes the message until SQS would delete it. An attempt that died is continued after its time. */
function processMessages(environment: TestEnvironment, { user: { userId } }: WaitingGeneration): Attempt {
  return {
    userId,
    async request() {
      await environment.inspector.backdate(userId);
      const [id] = listMessages(environment.cloud, userId);
      return id !== undefined && deliverMessage(environment.cloud, id);
    },
    async check() {
      await deliverAgain(environment, userId);
      return [];
    },
  };
}

const processFree: Operation = {
  name: 'generate-waiting, a model is free',
  // The attempt, the account, the model, the image and the record.
  calls: 5,
  retriesForever: true,
  sampled: true,
  async prepare(environment) {
    const waiting = await createWaiting(environment, BUSY.shortly);
    await delay(BUSY.shortly * 1_000);
    return processMessages(environment, waiting);
  },
};

const processBusy: Operation = {
  name: 'generate-waiting, the models are overloaded',
  // The attempt, the account, each model, and the record. The delay of the message names no user.
  calls: 5,
  async prepare(environment) {
    const waiting = await createWaiting(environment, BUSY.always);
    const attempt = processMessages(environment, waiting);
    return {
      ...attempt,
      async request() {
        await attempt.request();
        return true;
      },
    };
  },
};

const cancelGeneration: Operation = {
  name: 'cancel-generation',
  // The account, the record, and the refund.
  calls: 3,
  sampled: true,
  async prepare(environment) {
    const { user, generationId } = await createWaiting(environment, BUSY.always);
    const { userId } = user;
    return {
      userId,
      async request() {
        const request = { params: { id: generationId } };
        const { status } = await invokeEndpoint(environment.cloud, user, 'cancelGeneration', request);
        return status < 500 && status !== 429;
      },
      async check() {
        await deliverAgain(environment, userId);
        return [];
      },
    };
  },
};

const sweepWaiting: Operation = {
  name: 'refund-abandoned, a generation in line',
  calls: 6,
  retriesForever: true,
  exclusive: true,
  async prepare(environment) {
    const { user } = await createWaiting(environment, BUSY.always);
    const { userId } = user;
    return {
      userId,
      async request() {
        await environment.inspector.backdate(userId);
        return environment.cloud.invoke('RefundAbandoned', {}).then(
          () => true,
          () => false,
        );
      },
      async check() {
        await deliverAgain(environment, userId);
        return [];
      },
    };
  },
};

/** Operations of the waiting line. After each, its messages are delivered again, late and to two workers. */
export const WAITING_LINE_OPERATIONS: readonly Operation[] = [
  joinLine,
  processFree,
  processBusy,
  cancelGeneration,
  sweepWaiting,
];
