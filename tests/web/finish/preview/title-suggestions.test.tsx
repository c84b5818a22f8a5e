import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { json, refusal } from '../../support/fake-api.ts';
import { postCalls, press } from '../../support/site.tsx';
import {
  ID,
  openEditor,
  openTab,
  passPause,
  savedDesigns,
  stubBrowser,
  withThumbnail,
} from '../support/finish-page.ts';

beforeEach(stubBrowser);

const SUGGEST = 'Suggest titles and headlines';
const choices = (label: string) =>
  within(screen.getByRole('list', { name: label }))
    .getAllByRole('button')
    .filter((button) => button.hasAttribute('aria-pressed'))
    .map((button) => [button.textContent, button.getAttribute('aria-pressed')]);

it('one press on a suggestion sets the words of the text, or the title of the video', async () => {
  const calls = await openEditor();
  press(SUGGEST);
  await screen.findByRole('list', { name: 'Headlines' });

  press('HEADLINE Two');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: SUGGEST }));
  expect(screen.queryByRole('list', { name: 'Headlines' })).toBeNull();
  press(SUGGEST);

  expect(choices('Headlines')).toEqual([
    ['HEADLINE One', 'false'],
    ['HEADLINE Two', 'true'],
    ['HEADLINE Three', 'false'],
  ]);
  await passPause();
  await waitFor(() =>
    expect(savedDesigns(calls).at(-1)?.design.layers).toMatchObject([{ text: 'HEADLINE Two' }]),
  );
  press('Undo');
  expect(choices('Headlines')[1]).toEqual(['HEADLINE Two', 'false']);

  screen.getByRole('tab', { name: 'Preview' }).click();
  await screen.findByRole('textbox', { name: 'Title' });
  expect(screen.queryByRole('list', { name: 'Video titles' })).toBeNull();
  press(SUGGEST);
  await screen.findByRole('list', { name: 'Video titles' });
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  press('Copy “Two”');
  expect(copied.mock.calls).toEqual([['Two']]);
  expect(await screen.findByText('“Two” copied.')).toBeDefined();
  press('Three');
  press(SUGGEST);
  expect(screen.getByRole('textbox', { name: 'Title' })).toMatchObject({ value: 'Three' });
  expect(choices('Video titles')).toContainEqual(['Three', 'true']);
  openTab('Design');
  expect(screen.queryByRole('list', { name: 'Headlines' })).toBeNull();
  // Another tab shows the same suggestions.
  expect(postCalls(calls).map(({ url, body }) => [url, body])).toEqual([
    ['/api/concepts', { thumbnailId: ID }],
  ]);
});

it('a suggested headline becomes the first text of a design without texts', async () => {
  const calls = await openEditor(withThumbnail({ design: { layers: [], crop: 0.5 } }));
  openTab('Preview');
  fireEvent.click(await screen.findByRole('button', { name: SUGGEST }));
  await screen.findByRole('list', { name: 'Headlines' });
  press('HEADLINE One');

  await passPause();
  await waitFor(() =>
    expect(savedDesigns(calls).at(-1)?.design.layers).toMatchObject([{ kind: 'text', text: 'HEADLINE One' }]),
  );
});

it('a limit that is reached is said, and a later press tries again', async () => {
  const replies = [refusal('too_many_requests', { params: { reason: 'concepts', seconds: 60 } })];
  const concepts = [{ title: 'Title', headline: 'HEADLINE', prompt: 'Prompt' }];
  await openEditor({
    ...withThumbnail({}),
    suggestConcepts: () => replies.shift() ?? json({ concepts, left: 5 }),
  });
  press(SUGGEST);
  expect(await screen.findByText('Writing titles and headlines...')).toBeTruthy();
  expect(
    await screen.findByText('You have asked for too many concepts today. Wait 60 seconds.'),
  ).toBeTruthy();

  press('Try again');

  expect(await screen.findByRole('button', { name: 'HEADLINE' })).toBeTruthy();
  press(SUGGEST);
  expect(screen.queryByRole('list', { name: 'Headlines' })).toBeNull();
});
