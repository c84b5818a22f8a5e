import { waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { handPicture } from '../../../../web/src/lib/handed-picture.ts';
import { ADA } from '../../support/site.tsx';
import { creations, openCutouts, PHOTO, stubUploads } from '../support/cutouts.ts';
import { ID, layerNames } from '../support/finish-page.ts';

beforeEach(stubUploads);

it('a picture that the home page has handed over is made a cut-out without another question', async () => {
  handPicture({ thumbnailId: ID, file: PHOTO, answer: 'cutout' });
  const calls = await openCutouts();

  await waitFor(async () => expect(await layerNames()).toEqual(['Cut-out', 'The image']));
  expect(creations(calls)).toEqual([
    { userId: ADA.id, referenceId: 'upload-1', generationId: expect.any(String) as string },
  ]);
});
