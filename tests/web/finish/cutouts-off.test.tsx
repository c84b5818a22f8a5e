// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { json } from '../support/fake-api.ts';
import { CONFIG } from '../support/site.tsx';
import { findLayers, openFinish, stubBrowser, withThumbnail } from './support/finish-page.ts';

// In a file of its own, because a page reads its configuration once.
beforeEach(stubBrowser);
afterEach(cleanup);

it('a stage without cut-outs does not offer them to an account without any', async () => {
  const references = { video: true, channel: false, images: true, cutouts: false };
  await openFinish({ ...withThumbnail({}), config: () => json({ ...CONFIG, references }) });
  await findLayers();

  expect(screen.queryByRole('button', { name: 'Add a cut-out' })).toBeNull();
});
