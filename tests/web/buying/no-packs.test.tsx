// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { api, openLoaded, signIn } from '../app/home-harness.tsx';
import { json, lostConnection } from '../fake-api.ts';

// In one go, for the settings are read once per page, and a failure alone is forgotten.
it('says that the packs could not be loaded, and after Retry that this stage sells none', async () => {
  let config = () => lostConnection() as Response | Error;
  api({ config: () => config() });
  signIn();
  await openLoaded('/buy-credits');

  expect(await screen.findByRole('heading', { name: 'The credit packs could not be loaded' })).toBeTruthy();
  config = () => json({ models: [], packs: [] });
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));

  expect(await screen.findByRole('heading', { name: 'Credit packs are not on sale yet' })).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'Credit packs' })).toBeNull();
  expect(await screen.findByRole('heading', { name: 'Your purchases' })).toBeTruthy();
});
