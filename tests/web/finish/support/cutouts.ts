import { act, fireEvent, screen } from '@testing-library/react';
import { vi } from 'vitest';
import type { CutoutNames } from '#contract/endpoints/finishing-schemas.ts';
import type { Design } from '#contract/design/design.ts';
import { EMPTY_DESIGN } from '../../../../web/src/lib/render/finished-image.ts';
import { forgetAllNames } from '../../../../web/src/outbox/cutout-names.ts';
import { json } from '../../support/fake-api.ts';
import type { FakeCall } from '../../support/fake-api.ts';
import { fakeCanvas } from '../../support/fake-canvas.ts';
import { ADA, lastPart } from '../../support/site.tsx';
import type { SiteHandlers } from '../../support/site.tsx';
import { openEditor, stubBrowser, withThumbnail } from './finish-page.ts';

export const PHOTO = new File(['x'], 'me.jpg', { type: 'image/jpeg' });
export const cutout = (id: string, names: CutoutNames = {}) => ({
  id,
  ...names,
  url: `https://images.test/cutouts/${id}.png`,
  width: 600,
  height: 800,
  createdAt: '2026-11-20T10:00:00.000Z',
  isPicture: false,
});

/** An upload that succeeds at once. */
class FakeUpload {
  status = 200;
  upload = {};
  onloadend = () => undefined;
  open = vi.fn();
  setRequestHeader = vi.fn();
  send = () => this.onloadend();
}

/** Replaces the browser's canvas and uploads. The creator may use the image. */
export function stubUploads(): void {
  forgetAllNames();
  stubBrowser();
  fakeCanvas();
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['jpeg'])));
  localStorage.setItem('referenceConsent', ADA.id);
}

export interface Scene {
  design?: Design;
  /** The cut-outs of the account. A test may change the list. */
  ids?: string[];
  /** The cut-outs with their names. @default cut-outs with the ids and without names */
  listed?: ReturnType<typeof cutout>[];
  create?: SiteHandlers['createCutout'];
  update?: SiteHandlers['updateCutout'];
  remove?: SiteHandlers['deleteCutout'];
  /** The balance. @default 5 */
  credits?: number;
}

export async function openCutouts({
  design = EMPTY_DESIGN,
  ids = [],
  listed,
  create = createNow,
  update = storeNames,
  remove,
  credits = 5,
}: Scene = {}) {
  const calls = await openEditor({
    ...withThumbnail({ design }),
    readCredits: () => json({ credits }),
    createCutout: create,
    listCutouts: () => json({ cutouts: listed ?? ids.map((id) => cutout(id)) }),
    updateCutout: update,
    deleteCutout:
      remove ??
      ((call) => {
        ids.splice(ids.indexOf(lastPart(call)), 1);
        return json({ deleted: true });
      }),
  });
  return calls;
}

/** Answers with the names that are stored: a name that is null is removed. */
export const storeNames = ({ body }: FakeCall) =>
  json<CutoutNames>(Object.fromEntries(Object.entries(body as object).filter(([, text]) => text !== null)));

export const createNow = ({ body }: FakeCall) => {
  const { generationId } = body as { generationId: string };
  return json({ cutoutId: generationId, url: cutout(generationId).url });
};

export const openDialog = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Add' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Add a cut-out' }));
  await screen.findByRole('dialog');
};
export const choosePhoto = async () => {
  const input = await screen.findByLabelText('Face or object');
  await act(async () => {
    fireEvent.change(input, { target: { files: [PHOTO] } });
    await Promise.resolve();
  });
};
export const creations = (calls: FakeCall[]) =>
  calls
    .filter(({ method, url }) => method === 'POST' && url === '/api/cutouts')
    .map(({ body }) => body as { generationId: string; referenceId: string });
