import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Design } from '../../../../contract/design.ts';
import { json, refusal } from '../../support/fake-api.ts';
import { ADA, press } from '../../support/site.tsx';
import {
  DESIGN,
  findLayers,
  HEADLINE,
  ID,
  layerNames,
  openFinish,
  savedDesigns,
  stubBrowser,
  THUMBNAIL,
} from '../support/finish-page.ts';

beforeEach(stubBrowser);

describe('saving', () => {
  const other: Design = { layers: [{ ...HEADLINE, text: 'FROM MY PHONE' }], crop: 0.5 };

  async function openConflict() {
    let isChanged = false;
    const calls = await openFinish({
      readThumbnail: () => json(isChanged ? { ...THUMBNAIL, design: other, designVersion: 7 } : THUMBNAIL),
      saveDesign: ({ body }) => {
        if ((body as { version: number }).version === 7) return json({ version: 8 });
        isChanged = true;
        return refusal('design_changed');
      },
    });
    await findLayers();
    fireEvent.change(screen.getByRole('textbox', { name: 'Words' }), { target: { value: 'FROM HERE' } });
    await screen.findByRole('dialog', { name: 'Two versions of this design' });
    return calls;
  }

  it('asks which version to keep when another one was saved, and keeps this one', async () => {
    const calls = await openConflict();
    expect(screen.getByRole('img', { name: 'The other version' })).toBeDefined();
    press('Keep this version');
    await screen.findByText('Saved');

    expect(savedDesigns(calls).at(-1)).toMatchObject({
      version: 7,
      design: { layers: [{ text: 'FROM HERE' }] },
    });
  });

  it('can continue with the other version', async () => {
    await openConflict();
    press('Use the other version');

    expect(await layerNames()).toEqual(['FROM MY PHONE', 'The image']);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Two versions/ })).toBeNull());
  });

  it('restores the work of an earlier visit that never reached the server', async () => {
    const design = { ...DESIGN, layers: [{ ...HEADLINE, text: 'UNSAVED' }] };
    localStorage.setItem(
      'designDrafts',
      JSON.stringify([{ userId: ADA.id, thumbnailId: ID, design, version: 3 }]),
    );
    const calls = await openFinish();

    expect(await layerNames()).toEqual(['UNSAVED', 'The image']);
    await waitFor(() => expect(savedDesigns(calls)).toEqual([{ design, version: 3 }]));
    await waitFor(() => expect(localStorage.getItem('designDrafts')).toBe('[]'));
  });
});
