import { randomUUID } from 'node:crypto';
import { createKeyResponse } from '#contract/endpoints/api-key-schemas.ts';
import { listCreditHistoryResponse } from '#contract/endpoints/credit-schemas.ts';
import { createdEdit } from '#contract/endpoints/edit-schemas.ts';
import { createReferenceImageResponse } from '#contract/endpoints/reference-requests.ts';
import { generatedThumbnail } from '#contract/endpoints/generation-schemas.ts';
import { listThumbnailsResponse } from '#contract/endpoints/schemas.ts';
import { createCutoutResponse } from '#contract/endpoints/finishing-schemas.ts';
import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import { addCreator, type Creator } from '../../support/cloud/creator.ts';
import { inspectCloud } from '../../support/cloud-inspector.ts';
import { JPEGS } from '../../support/jpegs.ts';
import { requestEndpoint } from '../api.ts';
import { buyPackThroughGateway } from '../stripe.ts';

/** A user with one of everything that has an id. */
export interface Victim {
  creator: Creator;
  finishedId: string;
  failedId: string;
  /** Id of a generation that the attacker requests again under the same id. */
  reusedId: string;
  /** Continues the victim's list of thumbnails. */
  cursor: string;
  /** Continues the victim's history of credits. */
  creditCursor: string;
  sessionId: string;
  imageUrl: string;
  /** Id of an uploaded reference image. */
  referenceId: string;
  /** An edit of the finished generation. */
  editId: string;
  cutoutId: string;
  keyId: string;
  /** Id of a cut-out that the attacker requests again under the same id. */
  reusedCutoutId: string;
}

export async function createVictim(cloud: EmbeddedCloud): Promise<Victim> {
  const creator = await addCreator(cloud);
  const [finishedId, failedId, reusedId] = [randomUUID(), randomUUID(), randomUUID()];
  const finished = await creator.generate('a castle', { generationId: finishedId });
  await creator.generate('a second castle', { generationId: reusedId });
  await creator.generate('[[filter]] a third castle', { generationId: failedId });
  const list = await requestEndpoint(cloud, creator.token, 'listThumbnails', { query: { limit: '1' } });
  const { cursor } = listThumbnailsResponse.parse(list.body);
  if (cursor === undefined) throw new Error('The list of two thumbnails has no second page.');
  const history = await requestEndpoint(cloud, creator.token, 'listCreditHistory', { query: { limit: '1' } });
  const { cursor: creditCursor } = listCreditHistoryResponse.parse(history.body);
  if (creditCursor === undefined) throw new Error('The history of three generations has no second page.');
  const { sessionId } = await buyPackThroughGateway(cloud, creator);
  const imageUrl = generatedThumbnail.parse(finished.body).imageURL;
  const referenceId = await uploadReferenceImage(creator);
  const editId = await createEdit(creator, finishedId);
  const cutoutId = await createCutout(creator, referenceId);
  const reusedCutoutId = await createCutout(creator, referenceId);
  const keyId = await createKey(cloud, creator);
  const generations = { finishedId, failedId, reusedId };
  return {
    creator,
    ...generations,
    cursor,
    creditCursor,
    sessionId,
    imageUrl,
    referenceId,
    editId,
    cutoutId,
    keyId,
    reusedCutoutId,
  };
}

async function uploadReferenceImage(creator: Creator): Promise<string> {
  const image = new Uint8Array(JPEGS.baseline);
  const permitted = await creator.post('/api/reference-images', {
    contentType: 'image/jpeg',
    bytes: image.length,
  });
  const { id, upload } = createReferenceImageResponse.parse(permitted.body);
  const { ok } = await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: image });
  if (!ok) throw new Error('The reference image was not uploaded.');
  return id;
}

async function createCutout(creator: Creator, referenceId: string): Promise<string> {
  const { body } = await creator.post('/api/cutouts', { referenceId, userId: creator.userId });
  return createCutoutResponse.parse(body).cutoutId;
}

async function createKey(cloud: EmbeddedCloud, creator: Creator): Promise<string> {
  await inspectCloud(cloud).givePack(creator.userId, 'elite');
  const { body } = await creator.post('/api/keys', { name: 'Upload script' });
  return createKeyResponse.parse(body).id;
}

async function createEdit(creator: Creator, thumbnailId: string): Promise<string> {
  const operation = { kind: 'recolor', find: 'the castle', prompt: 'green' };
  const ids = { userId: creator.userId, thumbnailId, baseId: thumbnailId };
  const { body } = await creator.post('/api/edits', { ...ids, operation });
  return createdEdit.parse(body).editId;
}
