// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CONFIG, json } from '../../support/fake-api.ts';
import { HEADLINE, stubBrowser } from '../support/finish-page.ts';
import { headlineField, listRows, openLanguages, show, translated, typeInto } from './support.ts';

it('a site without a text model has no button for it: the creator writes the words', async () => {
  stubBrowser();
  await openLanguages(translated({ de: { text: HEADLINE.text, review: 'outdated' } }), {
    config: () => json({ ...CONFIG, promptAssistance: false }),
  });
  show('German');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Translate' })).toBeNull());
  typeInto(headlineField(), 'MEINE BURG');

  expect(listRows()[1]).toBe('DeutschdeConfirmed');
});
