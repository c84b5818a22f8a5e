import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { ConnectionError } from '../../../web/src/api/errors.ts';
import { listFailedRequests } from '../../../web/src/api/read-error.ts';
import { ReferenceUpload } from '../../../web/src/api/reference-upload.ts';
import { request } from '../../../web/src/api/request.ts';
import { exportAccount } from '../../../web/src/features/account/api.ts';
import { addColor, changeBrand } from '../../../web/src/features/finish/brand/edit-brand.ts';
import { storePhoto } from '../../../web/src/features/generator/model/photo/store-photo.ts';
import { sessionStore, VISITOR } from '../../../web/src/session/session-store.ts';
import { deferredReply, json, refusal } from '../support/fake-api.ts';
import type { FakeCall } from '../support/fake-api.ts';
import { fakeUploads } from '../support/fake-upload.ts';
import { cognito } from '../support/sign-in-stubs.ts';
import { ADA, BOB, fakeApi, signIn } from '../support/site.tsx';

/** The owner of the tokens of the browser. */
let ownerId: string;
let toBlob: ReturnType<typeof fakeUploads>;

beforeEach(() => {
  toBlob = fakeUploads(200);
  ownerId = ADA.id;
  cognito.readIdToken.mockImplementation((userId = ownerId) =>
    userId === ownerId ? Promise.resolve(`token of ${userId}`) : Promise.reject(new Error('Another user')),
  );
  onTestFinished(() => void cognito.readIdToken.mockImplementation(() => Promise.resolve('token')));
  signIn(ADA);
});

function signInBob() {
  ownerId = BOB.id;
  sessionStore.set({ status: 'signed-in', user: BOB });
}

const EXPORT = {
  account: { id: ADA.id, credits: 5, packs: [] },
  ledger: [],
  olderLedgerEntries: 0,
  purchases: [],
  keys: [],
  thumbnails: [],
  cutouts: [],
  edits: [],
};
const BRAND = { colors: [], layouts: [] };
const PHOTO = {
  generationId: '11111111-1111-4111-8111-111111111111',
  userId: ADA.id,
  name: 'me.jpg',
  photo: new Blob(['jpeg'], { type: 'image/jpeg' }),
};

it.each<[string, () => Promise<unknown>]>([
  [
    'a reference image that is prepared',
    () => {
      toBlob.mockImplementation((done) => {
        signInBob();
        done(new Blob(['jpeg']));
      });
      return new ReferenceUpload(new File(['x'], 'one.png'), 'style', ADA.id).getId();
    },
  ],
  [
    'an own picture that is stored once more',
    () => {
      signInBob();
      return storePhoto(PHOTO, {
        signal: new AbortController().signal,
        onProgress: () => undefined,
        onStored: () => undefined,
      });
    },
  ],
  [
    'a change of the brand of another tab',
    () => changeBrand({ brand: BRAND, version: 1 }, addColor('#123456'), ADA.id),
  ],
  ['an export with several pages', () => exportAccount(ADA.id)],
  [
    'a page that does not know yet that another tab has signed Bob in',
    () => {
      ownerId = BOB.id;
      return request('createKey', { body: { name: 'Batch' } });
    },
  ],
])('sends nothing of Ada with the token of Bob: %s', async (_, begin) => {
  const calls: FakeCall[] = fakeApi({
    saveBrand: () => {
      signInBob();
      return refusal('brand_changed');
    },
    exportAccount: ({ url }) => {
      signInBob();
      const cursor = url.includes('cursor=') ? {} : { cursor: 'next' };
      return json({ ...EXPORT, ...cursor });
    },
    createKey: () => json({ id: 'k', name: 'Batch', createdAt: '2026-11-24T10:00:00.000Z', key: 'tf' }),
  });

  await expect(begin()).rejects.toBeInstanceOf(ConnectionError);
  const foreign = calls.filter(({ authorization }) => authorization === `Bearer token of ${BOB.id}`);
  expect(foreign.map(({ method, url }) => `${method} ${url}`)).toEqual([]);
});

it.each<[string, () => void]>([
  ['Bob has signed in', signInBob],
  ['her session has ended', () => sessionStore.set(VISITOR)],
])('keeps no id of a request of Ada for Bob if the request fails after %s', async (_, leave) => {
  const answer = deferredReply<'listKeys'>();
  const calls = fakeApi({ listKeys: () => answer.promise });
  const failed = request('listKeys', {});
  await vi.waitUntil(() => calls.length === 1);
  leave();
  answer.resolve(refusal('internal'));
  await expect(failed).rejects.toMatchObject({ code: 'internal' });
  signInBob();

  expect(listFailedRequests()).toEqual([]);
});
