import { randomBytes, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { BRAND, CUTOUT_LAYER, DESIGN } from '../../../support/designs.ts';
import { readUserState } from '../../../support/invariants.ts';
import { DESIGN_PREVIEW, UNDECODABLE_JPEG } from '../../../support/jpegs.ts';
import { makeMask } from '../../../support/masks.ts';
import { createPhoto } from '../../../support/photos.ts';
import { invokeEndpoint, type Reply } from '../../api.ts';
import { findReplyViolations } from '../../generations.ts';
import { createUser, generateThumbnail } from '../../users.ts';
import type { Operation } from '../trials.ts';
import { updateCutout } from './cutout-names.ts';
import { isFinal, REJECTED_CALLS } from './generations.ts';

/** A unique mask of the size of the instant model's images, as the product encodes it for the service. */
function createMask(): string {
  const bits = randomBytes(128);
  return makeMask(128, 72, (x, y) => ((bits[x] ?? 0) + y) % 2 === 0, { filter: 2 }).toString('base64');
}

/** @param words rehearsal words, which are in the comment of the JPEG. */
function createCutout(name: string, calls: Operation['calls'], words = '', jpeg?: Buffer): Operation {
  return {
    name: `create-cutout, ${name}`,
    calls,
    sampled: true,
    async prepare(environment) {
      const { cloud, inspector } = environment;
      const { userId, ...user } = await createUser(environment);
      const generationId = randomUUID();
      const referenceId = await inspector.storeReferenceImage(userId, `${words} ${userId}`, jpeg);
      const replies: Reply[] = [];
      return {
        userId,
        async request() {
          const body = { referenceId, userId, generationId };
          const reply = await invokeEndpoint(cloud, { ...user, userId }, 'createCutout', { body });
          replies.push(reply);
          return isFinal(reply);
        },
        async check() {
          const state = await readUserState(inspector, userId);
          const count = state.thumbnails.length;
          return [
            ...findReplyViolations(generationId, replies.slice(-1), state),
            ...(count > 1 ? [`one id created ${count} cut-outs`] : []),
          ];
        },
      };
    },
  };
}

/** The fault proxy recognizes the call to the service by the user id, or by the mask. */
const EDITS = {
  erase: (_words, mask) => ({ kind: 'erase', mask }),
  inpaint: (words, mask) => ({ kind: 'replace', mask, prompt: words }),
  replace: (words) => ({ kind: 'replace', find: 'castle', prompt: words }),
  recolor: (words) => ({ kind: 'recolor', find: 'flags', prompt: words }),
  fill: (prompt) => ({ kind: 'fill', left: 16, right: 0, up: 0, down: 9, prompt }),
  upscale: () => ({ kind: 'upscale' }),
} as const satisfies Record<string, (words: string, mask: string) => object>;

/** @param words rehearsal words, which are in the words of the edit. */
function createEdit(
  edit: keyof typeof EDITS,
  name: string,
  calls: Operation['calls'],
  { words = '', sampled = false } = {},
): Operation {
  return {
    name: `create-edit, ${edit}, ${name}`,
    calls,
    sampled,
    // Its call has only the image, which is the same for all users.
    exclusive: edit === 'upscale',
    async prepare(environment) {
      const { cloud, inspector } = environment;
      const user = await createUser(environment);
      const { userId } = user;
      const [thumbnailId, editId] = [randomUUID(), randomUUID()];
      await generateThumbnail(cloud, user, { generationId: thumbnailId });
      const mask = createMask();
      const operation = EDITS[edit](`${words} ${userId}`, mask);
      const replies: Reply[] = [];
      return {
        userId,
        identifiers: [mask],
        async request() {
          const body = { userId, editId, thumbnailId, baseId: thumbnailId, operation };
          const reply = await invokeEndpoint(cloud, user, 'createEdit', { body });
          replies.push(reply);
          return isFinal(reply);
        },
        async check() {
          const state = await readUserState(inspector, userId);
          return [
            ...findReplyViolations(editId, replies.slice(-1), state),
            ...(state.thumbnails.length > 2 ? ['one id created several edits'] : []),
          ];
        },
      };
    },
  };
}

const saveDesign: Operation = {
  name: 'save-design, with a cut-out',
  calls: 7,
  sampled: true,
  async prepare(environment) {
    const { cloud, inspector } = environment;
    const user = await createUser(environment);
    const { userId } = user;
    const [id, cutoutId] = [randomUUID(), randomUUID()];
    await generateThumbnail(cloud, user, { generationId: id });
    const referenceId = await inspector.storeReferenceImage(userId, userId);
    await invokeEndpoint(cloud, user, 'createCutout', {
      body: { referenceId, userId, generationId: cutoutId },
    });
    const design = { ...DESIGN, layers: [{ ...CUTOUT_LAYER, cutoutId }] };
    const preview = DESIGN_PREVIEW.toString('base64');
    return {
      userId,
      async request() {
        const parts = { params: { id }, body: { design, version: 0, preview } };
        return (await invokeEndpoint(cloud, user, 'saveDesign', parts)).status === 200;
      },
      async check(isAnswered) {
        const row = (await inspector.thumbnails(userId)).find(({ generationId }) => generationId === id);
        const version = row?.designVersion;
        return isAnswered && version !== 1
          ? [`the design has version ${JSON.stringify(version)} instead of 1`]
          : [];
      },
    };
  },
};

const duplicateThumbnail: Operation = {
  name: 'duplicate-thumbnail, with a design',
  calls: 11,
  sampled: true,
  async prepare(environment) {
    const { cloud, inspector } = environment;
    const user = await createUser(environment);
    const { userId } = user;
    const [id, copyId] = [randomUUID(), randomUUID()];
    await generateThumbnail(cloud, user, { generationId: id });
    const preview = DESIGN_PREVIEW.toString('base64');
    await invokeEndpoint(cloud, user, 'saveDesign', {
      params: { id },
      body: { design: DESIGN, version: 0, preview },
    });
    return {
      userId,
      async request() {
        const parts = { params: { id }, body: { copyId } };
        return (await invokeEndpoint(cloud, user, 'duplicateThumbnail', parts)).status === 200;
      },
      // The invariants compare the images and the ledger.
      async check(isAnswered) {
        const rows = await inspector.thumbnails(userId);
        const copies = rows.filter(({ copyOf, status }) => copyOf === id && status === 'succeeded');
        return copies.length > 1 || (isAnswered && copies[0]?.generationId !== copyId)
          ? [`one id made ${copies.length} copies`]
          : [];
      },
    };
  },
};

const createPhotoThumbnail: Operation = {
  name: 'create-thumbnail, of a photo',
  calls: 7,
  sampled: true,
  async prepare(environment) {
    const { cloud, inspector } = environment;
    const user = await createUser(environment);
    const { userId } = user;
    const generationId = randomUUID();
    const referenceId = await inspector.storeReferenceImage(userId, userId, createPhoto(640, 360));
    return {
      userId,
      async request() {
        const body = { userId, generationId, referenceId, name: 'Photo' };
        return (await invokeEndpoint(cloud, user, 'createThumbnail', { body })).status === 200;
      },
      // The invariants compare the images and the ledger.
      async check(isAnswered) {
        const rows = (await inspector.thumbnails(userId)).filter(({ status }) => status === 'succeeded');
        return rows.length > 1 || (isAnswered && rows[0]?.generationId !== generationId)
          ? [`one id made ${rows.length} thumbnails`]
          : [];
      },
    };
  },
};

const saveBrand: Operation = {
  name: 'save-brand, with a cut-out',
  calls: 4,
  sampled: true,
  async prepare(environment) {
    const { cloud, inspector } = environment;
    const user = await createUser(environment);
    const { userId } = user;
    const cutoutId = randomUUID();
    const referenceId = await inspector.storeReferenceImage(userId, userId);
    await invokeEndpoint(cloud, user, 'createCutout', {
      body: { referenceId, userId, generationId: cutoutId },
    });
    const layouts = BRAND.layouts.map((layout) => ({ ...layout, layers: [{ ...CUTOUT_LAYER, cutoutId }] }));
    const body = { brand: { ...BRAND, layouts }, version: 0 };
    return {
      userId,
      async request() {
        return (await invokeEndpoint(cloud, user, 'saveBrand', { body })).status === 200;
      },
      async check(isAnswered) {
        const { body: stored } = await invokeEndpoint(cloud, user, 'readBrand', {});
        const expected = { brand: body.brand, version: 1 };
        return isAnswered && !isDeepStrictEqual(stored, expected)
          ? [`the brand is ${JSON.stringify(stored)}`]
          : [];
      },
    };
  },
};

/** The row of the thumbnail is read while the base loads, so these two calls have no order. */
const EDIT_CALLS = 6;

export const FINISHING_OPERATIONS: readonly Operation[] = [
  createCutout('succeeds', 5),
  createCutout('filtered image', 5, '[[filter-input]]'),
  createCutout('undecodable image', REJECTED_CALLS, '', UNDECODABLE_JPEG),
  updateCutout,
  createEdit('erase', 'succeeds', EDIT_CALLS, { sampled: true }),
  createEdit('inpaint', 'succeeds', EDIT_CALLS),
  createEdit('replace', 'succeeds', EDIT_CALLS),
  createEdit('recolor', 'succeeds', EDIT_CALLS),
  createEdit('fill', 'succeeds', EDIT_CALLS),
  createEdit('upscale', 'succeeds', EDIT_CALLS),
  createEdit('recolor', 'filtered words', EDIT_CALLS, { words: '[[filter]]', sampled: true }),
  saveDesign,
  duplicateThumbnail,
  createPhotoThumbnail,
  saveBrand,
];
