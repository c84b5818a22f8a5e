import { randomUUID } from 'node:crypto';
import { ENDPOINT_NAMES, type EndpointName } from '#contract/endpoints/endpoints.ts';
import { LOCAL_PRICES } from '../../../local/connect-services.ts';
import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import { BRAND, CUTOUT_LAYER, DESIGN } from '../../support/designs.ts';
import { DESIGN_PREVIEW } from '../../support/jpegs.ts';
import type { Creator } from '../../support/cloud/creator.ts';
import { requestEndpoint } from '../api.ts';
import { toCheckResult, type CheckResult } from '../report.ts';
import {
  asksFor,
  continuesHistory,
  duplicates,
  findDifference,
  ignoresQuery,
  makesPhotos,
  names,
  namesSession,
  findsNone,
  UNKNOWN_SESSION,
  type Attempt,
} from './attempt.ts';
import type { Victim } from './victim.ts';

const LAST_OF_PAGE = { generationId: randomUUID(), listedAt: '2020-01-01T00:00:00.000Z' };
const UNKNOWN_CURSOR = Buffer.from(JSON.stringify(LAST_OF_PAGE)).toString('base64url');

const createReference = (reference: object, { userId }: Creator) => ({
  body: { prompt: 'mine', userId, reference },
});

/** The attempts on each endpoint. A new endpoint needs an entry. */
const ATTEMPTS = {
  generateThumbnail: (victim, attacker) => [
    {
      description: 'the user id',
      createRequest: (userId) => ({ body: { prompt: 'mine', userId } }),
      victimId: victim.creator.userId,
      status: 403,
    },
    {
      description: 'the generation id, which creates the attacker’s own generation',
      createRequest: (generationId) => ({ body: { prompt: 'mine', userId: attacker.userId, generationId } }),
      victimId: victim.reusedId,
      status: 200,
    },
    {
      description: 'the reference image',
      createRequest: (id) => createReference({ kind: 'image', id, use: 'style' }, attacker),
      victimId: victim.referenceId,
      status: 422,
    },
    ...findsNone(victim, (id) => createReference({ kind: 'thumbnail', id, use: 'layout' }, attacker), 422),
  ],
  readCredits: ignoresQuery,
  listCreditHistory: (victim) => [...ignoresQuery(victim), continuesHistory(victim)],
  listThumbnails: (victim) => [
    ...ignoresQuery(victim),
    {
      description: 'the cursor',
      createRequest: (cursor) => ({ query: { limit: '1', cursor } }),
      victimId: victim.cursor,
      unknownId: UNKNOWN_CURSOR,
      status: 200,
    },
  ],
  readThumbnail: ({ creator, finishedId, failedId, editId, sessionId }) => [
    ...names({
      'a finished generation': finishedId,
      'an edit': editId,
      'a failed one': failedId,
      'the user id': creator.userId,
    }),
    {
      description: 'the checkout session',
      createRequest: (id) => ({ params: { id } }),
      victimId: sessionId,
      unknownId: UNKNOWN_SESSION,
      status: 400,
    },
  ],
  updateThumbnail: (victim) => findsNone(victim, (id) => ({ params: { id }, body: { favorite: 'winner' } })),
  deleteThumbnail: (victim) => findsNone(victim, (id) => ({ params: { id } })),
  duplicateThumbnail: duplicates,
  createThumbnail: makesPhotos,
  saveDesign: ({ finishedId, failedId, reusedId, editId, cutoutId }) => {
    const preview = DESIGN_PREVIEW.toString('base64');
    const createRequest = (id: string) => ({ params: { id }, body: { design: DESIGN, version: 0, preview } });
    return [
      { description: 'a finished generation', createRequest, victimId: finishedId, status: 404 },
      { description: 'a failed generation', createRequest, victimId: failedId, status: 404 },
      {
        description: 'an edit as the version of the attacker’s thumbnail, which has the reused id',
        createRequest: (image) => ({
          params: { id: reusedId },
          body: { design: { ...DESIGN, image }, version: 0 },
        }),
        victimId: editId,
        status: 400,
      },
      {
        description: 'a cut-out on the attacker’s thumbnail, which has the reused id',
        createRequest: (cutoutId) => ({
          params: { id: reusedId },
          body: { design: { ...DESIGN, layers: [{ ...CUTOUT_LAYER, cutoutId }] }, version: 0 },
        }),
        victimId: cutoutId,
        status: 400,
      },
    ];
  },
  readBrand: ignoresQuery,
  saveBrand: ({ creator, cutoutId, finishedId }) => {
    const createRequest = (id: string) => {
      const layouts = [{ ...BRAND.layouts[0], layers: [{ ...CUTOUT_LAYER, cutoutId: id }] }];
      return { body: { brand: { colors: [], layouts }, version: 0 } };
    };
    return Object.entries({
      'a cut-out': cutoutId,
      'a thumbnail as a cut-out': finishedId,
      'the user id as a cut-out': creator.userId,
    }).map(([description, victimId]) => ({ description, createRequest, victimId, status: 400 }));
  },
  cancelGeneration: ({ finishedId, failedId, editId }) =>
    names({ 'a finished generation': finishedId, 'a failed one': failedId, 'an edit': editId }),
  // It takes no id. A test of its uploads shows that they cannot lead to another user's key.
  createReferenceImage: () => [],
  createCutout: ({ creator, reusedCutoutId, referenceId }, attacker) => [
    {
      description: 'the user id',
      createRequest: (userId) => ({ body: { referenceId, userId } }),
      victimId: creator.userId,
      status: 403,
    },
    {
      description: 'the reference image',
      createRequest: (id) => ({ body: { referenceId: id, userId: attacker.userId } }),
      victimId: referenceId,
      status: 422,
    },
    {
      description: 'the id of a cut-out, which starts the attacker’s own one',
      createRequest: (generationId) => ({
        body: { referenceId: randomUUID(), userId: attacker.userId, generationId },
      }),
      victimId: reusedCutoutId,
      status: 422,
    },
  ],
  createEdit: ({ creator, finishedId, reusedId, editId }, attacker) => {
    const operation = { kind: 'recolor', find: 'the sky', prompt: 'red' };
    const createBody = (ids: object) => ({
      body: { userId: attacker.userId, thumbnailId: reusedId, baseId: reusedId, operation, ...ids },
    });
    return [
      {
        description: 'the user id',
        createRequest: (userId) => createBody({ userId }),
        victimId: creator.userId,
        status: 403,
      },
      {
        description: 'a thumbnail',
        createRequest: (id) => createBody({ thumbnailId: id, baseId: id }),
        victimId: finishedId,
        status: 404,
      },
      {
        description: 'an edit as the base of the attacker’s thumbnail, which has the reused id',
        createRequest: (baseId) => createBody({ baseId }),
        victimId: editId,
        status: 404,
      },
      {
        description: 'the id of an edit, with an unknown base',
        createRequest: (id) => createBody({ editId: id, baseId: randomUUID() }),
        victimId: editId,
        status: 404,
      },
    ];
  },
  suggestEdit: asksFor({ instruction: 'Make the sky red' }),
  suggestConcepts: asksFor({}),
  translateTexts: asksFor({ languages: ['de'], texts: ['CASTLE'] }),
  listCutouts: ignoresQuery,
  listGenerations: ignoresQuery,
  updateCutout: (victim) =>
    findsNone(victim, (id) => ({ params: { id }, body: { name: 'mine', person: 'me' } })),
  deleteCutout: ({ finishedId, cutoutId }) =>
    names({ 'a cut-out': cutoutId, 'a finished generation': finishedId }),
  // It reads public videos only.
  readVideoReference: ({ creator }) => [
    {
      description: 'the user id as a query parameter',
      createRequest: (id) => ({ query: { url: 'https://youtu.be/dQw4w9WgXcQ', userId: id } }),
      victimId: creator.userId,
      status: 200,
    },
  ],
  // These take no id.
  createKey: () => [],
  sendSupportMessage: () => [],
  improvePrompt: () => [],
  createStripeCheckout: ({ creator, sessionId }, attacker) => [
    {
      description: 'the user id',
      createRequest: (userId) => ({ body: { priceId: LOCAL_PRICES.starter, userId } }),
      victimId: creator.userId,
      status: 403,
    },
    {
      description: 'the checkout session as a price',
      createRequest: (priceId) => ({ body: { priceId, userId: attacker.userId } }),
      victimId: sessionId,
      unknownId: UNKNOWN_SESSION,
      status: 400,
    },
  ],
  listPurchases: ignoresQuery,
  confirmPurchase: namesSession,
  exportAccount: ignoresQuery,
  deleteAccount: ({ creator }) => [
    {
      description: 'the user id, which deletes the caller’s own account',
      createRequest: (userId) => ({ query: { userId }, body: { userId } }),
      victimId: creator.userId,
      status: 200,
    },
  ],
  listKeys: ignoresQuery,
  deleteKey: ({ keyId, finishedId }) => names({ 'an API key': keyId, 'a finished generation': finishedId }),
  // It only counts.
  reportPageError: () => [],
  // It acts only on signed events. The part `input` changes them.
  stripeWebhook: () => [],
} as const satisfies Record<EndpointName, (victim: Victim, attacker: Creator) => Attempt[]>;

interface Users {
  victim: Victim;
  attacker: Creator;
  /** Attacks cut-outs: the fifth reference of one user that is not found pauses the user. */
  cutter: Creator;
  /** Deletes its own account. */
  deleted: Creator;
}

/** Sends every id of the victim to every endpoint. */
export async function requestWithForeignIds(
  cloud: EmbeddedCloud,
  { victim, attacker, cutter, deleted }: Users,
): Promise<CheckResult> {
  const outcomes: (string | undefined)[] = [];
  for (const name of ENDPOINT_NAMES) {
    const caller = name === 'deleteAccount' ? deleted : name === 'createCutout' ? cutter : attacker;
    for (const attempt of ATTEMPTS[name](victim, caller)) {
      const send = (id: string) => requestEndpoint(cloud, caller.token, name, attempt.createRequest(id));
      const violation = await findDifference(attempt, send);
      outcomes.push(violation && `${name} with ${attempt.description}: ${violation}`);
    }
  }
  return toCheckResult('another user’s ids at every endpoint', outcomes);
}
