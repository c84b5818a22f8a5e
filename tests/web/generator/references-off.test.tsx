// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { json } from '../support/fake-api.ts';
import { CONFIG, openHome, typePrompt } from '../support/site.tsx';

it('a stage without reference models and without a text model uses no links, gives images no purpose and improves no prompt', async () => {
  const references = { video: false, channel: false, images: false };
  const calls = openHome({
    config: () => json({ ...CONFIG, references, referenceModels: [], promptAssistance: false }),
  });
  typePrompt('https://youtu.be/aaaaaaaaaaa a castle');
  const file = new File(['x'], 'one.png', { type: 'image/png' });
  fireEvent.change(screen.getByLabelText('Upload reference images'), { target: { files: [file] } });

  expect(await screen.findByText('Remove the link and describe the style in words.')).toBeTruthy();
  expect(await screen.findByText('one.png')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Purpose/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Improve' })).toBeNull();
  expect(calls.some(({ url }) => url.startsWith('/api/video-reference'))).toBe(false);
});
