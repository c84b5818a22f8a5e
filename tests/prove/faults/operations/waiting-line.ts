import { randomUUID } from 'node:crypto';
import { makeMask, rectangle } from '../../../support/masks.ts';
import { invokeEndpoint, type Reply, type TestUser } from '../../api.ts';
import type { TestEnvironment } from '../../../support/cloud/environment.ts';
import { throttleModels } from '../../../support/cloud/fault-proxy.ts';
import { createUser, generateThumbnail } from '../../users.ts';
import { deliverMessage, listMessages } from '../../generations.ts';
import type { Attempt, Operation } from '../trials.ts';
import { MODEL_CALLS } from './generations.ts';

/** The rehearsal word for models that are busy for an hour. */
const BUSY = '[[throttle:3600]]';

/** Mask of the size of the instant model's images. */
const MASK = makeMask(128, 72, rectangle(40, 20, 70, 40)).toString('base64');

interface WaitingGeneration {
  user: TestUser;
  generationId: string;
}

/** Requests a generation of one kind. @param words rehearsal words. */
type Request = (words: string) => Promise<Reply>;
type PrepareRequest = (environment: TestEnvironment, waiting: WaitingGeneration) => Promise<Request>;

const prepareThumbnail: PrepareRequest = async ({ cloud }, { user, generationId }) =>
  Promise.resolve((words) => generateThumbnail(cloud, user, { generationId, words }));

/** The mask of the edit waits with it. */
const prepareEdit: PrepareRequest = async ({ cloud }, { user, generationId: editId }) => {
  const { userId } = user;
  const thumbnailId = randomUUID();
  await generateThumbnail(cloud, user, { generationId: thumbnailId });
  return (words) => {
    const operation = { kind: 'replace', mask: MASK, prompt: `${words} ${userId}` };
    const body = { userId, editId, thumbnailId, baseId: thumbnailId, operation };
    return invokeEndpoint(cloud, user, 'createEdit', { body });
  };
};

/** Requests a generation whose models are all busy, so that it waits in line. */
async function createWaiting(environment: TestEnvironment): Promise<WaitingGeneration> {
  const waiting = { user: await createUser(environment), generationId: randomUUID() };
  const request = await prepareThumbnail(environment, waiting);
  await request(BUSY);
  return waiting;
}

/** Requests a generation whose models are all busy until it waits in line. */
async function createWaitingForFree(
  environment: TestEnvironment,
  prepareRequest: PrepareRequest,
): Promise<WaitingGeneration> {
  const waiting = { user: await createUser(environment), generationId: randomUUID() };
  const request = await prepareRequest(environment, waiting);
  const lane = environment.proxy.follow([waiting.user.userId], throttleModels);
  await request('');
  lane.end();
  return waiting;
}

/** Delivers every message of the user once more, to two workers at the same time. */
async function deliverAgain({ cloud }: TestEnvironment, userId: string): Promise<void> {
  await Promise.all(
    listMessages(cloud, userId).flatMap((id) => [deliverMessage(cloud, id), deliverMessage(cloud, id)]),
  );
}

/** The count of the line names no user. */
const joinLine = (name: string, calls: number, prepareRequest: PrepareRequest): Operation => ({
  name: `${name}, joins the line`,
  calls,
  sampled: true,
  async prepare(environment) {
    const user = await createUser(environment);
    const { userId } = user;
    const request = await prepareRequest(environment, { user, generationId: randomUUID() });
    return {
      userId,
      async request() {
        const { status } = await request(BUSY);
        return status === 202 || status === 503;
      },
      async check() {
        await deliverAgain(environment, userId);
        return [];
      },
    };
  },
});

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

const processFree = (name: string, calls: number, prepareRequest: PrepareRequest): Operation => ({
  name: `generate-waiting, ${name}`,
  calls,
  retriesForever: true,
  sampled: true,
  async prepare(environment) {
    return processMessages(environment, await createWaitingForFree(environment, prepareRequest));
  },
});

const processBusy: Operation = {
  name: 'generate-waiting, the models are overloaded',
  // The account, the pause, the attempt, each model, and the record. The delay of the message names no user.
  calls: 4 + MODEL_CALLS,
  async prepare(environment) {
    const waiting = await createWaiting(environment);
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
    const { user, generationId } = await createWaiting(environment);
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
    const { user } = await createWaiting(environment);
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
  // The spend, a call of each model, the message and the record.
  joinLine('generate-thumbnail', 3 + MODEL_CALLS, prepareThumbnail),
  // An edit also loads its base and the row of its thumbnail, and has one service in three regions.
  joinLine('create-edit', 8, prepareEdit),
  // The account, the pause, the attempt, the model, the image and the record; for an edit also the base and the row of its thumbnail.
  processFree('a model is free', 6, prepareThumbnail),
  processFree('the service of an edit is free', 8, prepareEdit),
  processBusy,
  cancelGeneration,
  sweepWaiting,
];
