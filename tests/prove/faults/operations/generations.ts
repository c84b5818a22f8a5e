import { findStage } from '../../../../infra/stages/stages.ts';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { readUserState } from '../../../support/invariants.ts';
import { JPEGS, UNDECODABLE_JPEG } from '../../../support/jpegs.ts';
import { invokeEndpoint, type Reply } from '../../api.ts';
import { findReplyViolations } from '../../generations.ts';
import { createUser, generateThumbnail, INITIAL_CREDITS, newUser } from '../../users.ts';
import type { Operation } from '../trials.ts';

/** The calls of a generation for which no model is free: one call of each model of the embedded cloud that costs as much as the first. */
export const MODEL_CALLS = findStage('dev').models.filter(
  ({ cost }, _, [first]) => cost === first?.cost,
).length;

/** The spend, a call of each model, and the refund. */
const ALL_MODELS_CALLS = 2 + MODEL_CALLS;

/** One call of one model, the count that pauses the user, and one refund. */
export const REJECTED_CALLS = [
  'TransactWriteItems',
  'GetObject',
  'InvokeModel',
  'UpdateItem',
  'TransactWriteItems',
];

interface GenerateOptions {
  calls: Operation['calls'];
  /** Rehearsal words for the model. */
  words?: string;
  /** Credits of the user; `none` when the user has no account yet. @default INITIAL_CREDITS */
  credits?: number | 'none';
  /** An uploaded JPEG that sets the style. */
  reference?: Buffer;
  /** True if the same request was answered before. */
  isRepeated?: boolean;
  sampled?: boolean;
}

/** 503 and 504 report how a generation ended. Other server errors, conflicts and rate limits must be retried. */
export function isFinal({ status }: Reply): boolean {
  return status === 503 || status === 504 || (status < 500 && status !== 409 && status !== 429);
}

function generate(
  name: string,
  {
    calls,
    words = '',
    credits = INITIAL_CREDITS,
    reference: jpeg,
    isRepeated = false,
    sampled = false,
  }: GenerateOptions,
): Operation {
  return {
    name: `generate-thumbnail, ${name}`,
    calls,
    sampled,
    async prepare(environment) {
      const { cloud, inspector } = environment;
      const user = credits === 'none' ? newUser() : await createUser(environment, { credits });
      const generationId = randomUUID();
      const reference = jpeg && {
        kind: 'image' as const,
        id: await inspector.storeReferenceImage(user.userId, '', jpeg),
        use: 'style' as const,
      };
      const replies: Reply[] = [];
      const request = async () => {
        const reply = await generateThumbnail(cloud, user, { generationId, words, reference });
        replies.push(reply);
        return isFinal(reply);
      };
      if (isRepeated) await request();
      return {
        userId: user.userId,
        request,
        async check() {
          // Opens the account when every request failed before that.
          await invokeEndpoint(cloud, user, 'readCredits');
          const state = await readUserState(inspector, user.userId);
          const count = state.thumbnails.length;
          return [
            ...findReplyViolations(generationId, replies.slice(-1), state),
            ...findReplyViolations(generationId, replies, state),
            ...(count > 1 ? [`one id created ${count} generations`] : []),
          ];
        },
      };
    },
  };
}

/** @param hasEdit which is deleted with its thumbnail. */
const deleteThumbnail = (name: string, calls: number, hasEdit: boolean): Operation => ({
  name,
  calls,
  sampled: true,
  // The first run deletes the rest of an edit that a dead call has left behind. The next run finishes that deletion.
  scheduledRuns: hasEdit ? 2 : 1,
  async prepare(environment) {
    const { cloud, inspector } = environment;
    const user = await createUser(environment);
    const { userId } = user;
    const id = randomUUID();
    await generateThumbnail(cloud, user, { generationId: id });
    if (hasEdit) {
      const operation = { kind: 'recolor', find: 'flags', prompt: 'red' };
      await invokeEndpoint(cloud, user, 'createEdit', {
        body: { userId, thumbnailId: id, baseId: id, operation },
      });
    }
    return {
      userId,
      async request() {
        const { status } = await invokeEndpoint(cloud, user, 'deleteThumbnail', { params: { id } });
        // The deletion may have succeeded although its response was lost.
        return status === 200 || status === 404;
      },
      async check(isAnswered) {
        const rows = await inspector.thumbnails(userId);
        const left = rows.filter(({ status }) => isAnswered && status !== 'deleted');
        return left.map(({ generationId, status }) => `the record of ${generationId} is ${status}`);
      },
    };
  },
});

const updateThumbnail: Operation = {
  name: 'update-thumbnail',
  calls: 4,
  sampled: true,
  async prepare(environment) {
    const { cloud, inspector } = environment;
    const user = await createUser(environment);
    const id = randomUUID();
    await generateThumbnail(cloud, user, { generationId: id });
    const entry = { name: 'Castle', favorite: 'winner' };
    return {
      userId: user.userId,
      async request() {
        const parts = { params: { id }, body: entry };
        return (await invokeEndpoint(cloud, user, 'updateThumbnail', parts)).status === 200;
      },
      async check(isAnswered) {
        const [row] = await inspector.thumbnails(user.userId);
        const stored = { name: row?.['name'], favorite: row?.['favorite'] };
        return isAnswered && !isDeepStrictEqual(stored, entry)
          ? [`the thumbnail has ${JSON.stringify(stored)}`]
          : [];
      },
    };
  },
};

export const GENERATION_OPERATIONS: readonly Operation[] = [
  deleteThumbnail('delete-thumbnail', 5, false),
  // For an edit also its row, its deletion, and its images.
  deleteThumbnail('delete-thumbnail, with an edit', 8, true),
  updateThumbnail,
  generate('succeeds', { calls: 4, sampled: true }),
  generate('succeeds on the second model', { calls: 5, words: '[[throttle-once]]' }),
  generate('succeeds with a reference image', { calls: 5, reference: JPEGS.baseline, sampled: true }),
  generate('filtered reference image', { calls: 5, reference: JPEGS.baseline, words: '[[filter-input]]' }),
  generate('undecodable reference image', { calls: REJECTED_CALLS, reference: UNDECODABLE_JPEG }),
  generate('filtered prompt', { calls: 4, words: '[[filter]]', sampled: true }),
  generate('prompt that the model rejects', {
    calls: REJECTED_CALLS.filter((call) => call !== 'GetObject'),
    words: '[[invalid]]',
  }),
  generate('all models throttled', { calls: ALL_MODELS_CALLS, words: '[[throttle]]' }),
  generate('all models fail', { calls: ALL_MODELS_CALLS, words: '[[error]]' }),
  generate('no credits', { calls: 1, credits: 0 }),
  generate('repeated after success', { calls: 1, isRepeated: true }),
  generate('repeated after a filtered prompt', { calls: 1, words: '[[filter]]', isRepeated: true }),
  generate('opens the account', { calls: 6, credits: 'none' }),
];
