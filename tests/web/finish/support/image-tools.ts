import { decodeMask } from '../../../../functions/images/pixels/mask-png.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import type { ThumbnailEdit } from '#contract/endpoints/edit-schemas.ts';
import { json } from '../../support/fake-api.ts';
import type { FakeCall } from '../../support/fake-api.ts';
import type { SiteHandlers } from '../../support/site.tsx';
import { ID, openEditor, openTab, THUMBNAIL } from './finish-page.ts';

export const SIZE = { width: 1_280, height: 720 };
export const makeEdit = (id: string, operation: ThumbnailEdit['operation'], baseId = ID): ThumbnailEdit => ({
  id,
  baseId,
  operation,
  imageURL: `https://images.test/${id}.png`,
  ...SIZE,
  createdAt: '2026-11-24T10:00:00.000Z',
});

export interface EditBody {
  editId: string;
  baseId: string;
  operation: Record<string, unknown> & { kind: string; mask?: string };
}

export const requests = (calls: FakeCall[]) =>
  calls.filter(({ url }) => url === '/api/edits').map(({ body }) => body as EditBody);

/** Decodes the mask of the first edit that was requested. */
export const sentMask = (calls: FakeCall[]) => {
  const file = atob(requests(calls)[0]?.operation.mask ?? '');
  return decodeMask(Uint8Array.from(file, (char) => char.charCodeAt(0)));
};

export interface Scene {
  /** The edits of the thumbnail. */
  edits?: ThumbnailEdit[];
  createEdit?: SiteHandlers['createEdit'];
  more?: SiteHandlers;
}

/** Opens the tab of the image. A made edit is in the list of the thumbnail afterwards. */
export async function openImageTools({ edits = [], createEdit, more }: Scene = {}) {
  const stored = [...edits];
  const make = (call: FakeCall) => {
    const { editId, baseId, operation } = call.body as EditBody;
    stored.unshift(makeEdit(editId, operation as ThumbnailEdit['operation'], baseId));
    return json({ editId, imageURL: 'https://images.test/made.png', ...SIZE });
  };
  const calls = await openEditor({
    readThumbnail: () => json({ ...THUMBNAIL, ...SIZE, edits: stored }),
    createEdit: createEdit ?? make,
    ...more,
  });
  openTab('Image');
  await screen.findByRole('group', { name: 'Image tools' });
  return { calls, make };
}

export const tool = (name: string) =>
  fireEvent.click(within(screen.getByRole('group', { name: 'Image tools' })).getByRole('button', { name }));
export const write = (label: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } });
export const pressAction = (name: string) => {
  const action = screen.getAllByRole('button', { name }).at(-1);
  if (action) fireEvent.click(action);
};
export const recolor = () => {
  tool('Recolour');
  write('Thing', ' flags ');
  write('New colour', 'green');
  pressAction('Recolour');
};
export const versions = () =>
  within(screen.getByRole('list', { name: 'Versions of the image' }))
    .getAllByRole('button')
    .map((button) => [button.textContent, button.getAttribute('aria-pressed')]);
