import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { forgetAllNames } from '../../../../web/src/outbox/cutout-names.ts';
import { listEntries } from '../../../../web/src/outbox/entries.ts';
import { deferredReply, json, refusal } from '../../support/fake-api.ts';
import type { FakeCall } from '../../support/fake-api.ts';
import { ADA, press } from '../../support/site.tsx';
import {
  choosePhoto,
  creations,
  cutout,
  openCutouts,
  openDialog,
  PHOTO,
  storeNames,
  stubUploads,
} from '../support/cutouts.ts';
import { layerNames } from '../support/finish-page.ts';

beforeEach(stubUploads);

const ME = cutout('me-shocked', { name: 'shocked', person: 'Me' });
const SAM = cutout('sam-angry', { name: 'angry', person: 'Sam' });
const NEW = cutout('new');

/** The heading and the buttons of each person. */
const readGroups = async () => {
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a cut-out' }));
  await dialog.findAllByRole('heading', { level: 3 });
  return within(dialog.getByRole('group', { name: 'Your cut-outs' }))
    .getAllByRole('list')
    .map((list) => [
      list.parentElement?.querySelector('h3')?.textContent,
      within(list)
        .getAllByRole('button', { name: /^Place/ })
        .map((button) => within(button).getByRole('img').getAttribute('alt')),
    ]);
};

const updates = (calls: FakeCall[]) =>
  calls.filter(({ method }) => method === 'PATCH').map(({ url, body }) => [url, body]);

const openForm = async (label: string) =>
  within(await screen.findByRole('form', { name: `Name and person of ${label}` }));
type Form = Awaited<ReturnType<typeof openForm>>;

const type = (form: Form, names: { Name?: string; Person?: string }) => {
  for (const [label, value] of Object.entries(names)) {
    fireEvent.change(form.getByLabelText(label), { target: { value } });
  }
};
const save = (form: Form) => fireEvent.click(form.getByRole('button', { name: 'Save' }));
const typed = (form: Form) =>
  ['Name', 'Person'].map((label) => form.getByLabelText<HTMLInputElement>(label).value);

const readKept = () =>
  listEntries(ADA.id).map(({ key, request, state }) => [
    key,
    'body' in request.input && request.input.body,
    state,
  ]);

describe('the dialog of cut-outs', () => {
  it('groups them by person, and has no search below twelve', async () => {
    await openCutouts({ listed: [NEW, SAM, ME, cutout('unnamed', { person: 'me' })] });
    await openDialog();

    expect(await readGroups()).toEqual([
      ['Sam 1', ['Place Sam, angry']],
      ['Me 2', ['Place Me, shocked', 'Place me, cut-out 4']],
      ['No person yet 1', ['Place cut-out 1, from 20 November']],
    ]);
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it('searches twelve or more by name and person', async () => {
    const more = Array.from({ length: 10 }, (_, index) =>
      cutout(`${index}`, { name: `n${index}`, person: 'Zoe' }),
    );
    await openCutouts({ listed: [ME, SAM, ...more] });
    await openDialog();
    const search = await screen.findByRole('searchbox', { name: 'Search cut-outs' });
    expect(search.getAttribute('placeholder')).toBe('Search 12 cut-outs');

    fireEvent.change(search, { target: { value: 'sam ANGRY' } });
    expect(await readGroups()).toEqual([['Sam 1', ['Place Sam, angry']]]);
    fireEvent.change(search, { target: { value: 'sam shocked' } });
    expect(screen.getByText('No cut-out has these words.')).toBeDefined();
  });

  it('opens the forms of the three newest cut-outs without a person, and the others with a press', async () => {
    await openCutouts({ ids: ['a', 'b', 'c', 'd'] });
    await openDialog();
    await openForm('cut-out 3');
    expect(screen.getAllByRole('form', { name: /^Name and person/ })).toHaveLength(3);
    press('Add a name to cut-out 4');

    const form = await openForm('cut-out 4');
    expect(document.activeElement).toBe(form.getByLabelText('Name'));
  });

  it('adds an image as it is without a credit, under the name of its file', async () => {
    const calls = await openCutouts({ listed: [ME] });
    await openDialog();
    fireEvent.change(await screen.findByLabelText('Add as it is'), { target: { files: [PHOTO] } });

    await waitFor(async () => expect(await layerNames()).toEqual(['Cut-out', 'The image']));
    expect(creations(calls)).toMatchObject([{ keepsBackground: true, name: 'me' }]);
  });

  it('says that a cut-out is made, and takes no other file meanwhile', async () => {
    const reply = deferredReply<'createCutout'>();
    await openCutouts({ create: () => reply.promise });
    await openDialog();
    await choosePhoto();

    expect(await screen.findByText('Removing the background...')).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Face or object').disabled).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>('Add as it is').disabled).toBe(true);
  });
});

describe('a name and a person', () => {
  it('move the cut-out to its person before the server answers, and keep the focus', async () => {
    const reply = deferredReply<'updateCutout'>();
    const calls = await openCutouts({ listed: [NEW, ME], update: () => reply.promise });
    await openDialog();
    const form = await openForm('cut-out 1');
    expect(
      [...document.querySelectorAll('datalist option')].map((option) => option.getAttribute('value')),
    ).toEqual(['Me']);
    type(form, { Name: ' laughing ', Person: 'me' });
    form.getByRole('button', { name: 'Save' }).focus();
    save(form);

    expect(await readGroups()).toEqual([['Me 2', ['Place Me, laughing', 'Place Me, shocked']]]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rename Me, laughing' }));
    reply.resolve(json({ name: 'laughing', person: 'Me' }));
    expect(await screen.findByText('Saved: Me, laughing')).toBeDefined();
    expect(updates(calls)).toEqual([['/api/cutouts/new', { name: 'laughing', person: 'Me' }]]);
    expect(await readGroups()).toEqual([['Me 2', ['Place Me, laughing', 'Place Me, shocked']]]);
  });

  it('stay in their form after a failure, also while the dialog is closed, until they are saved', async () => {
    let isUp = false;
    const calls = await openCutouts({
      listed: [NEW, ME],
      update: (call) => (isUp ? storeNames(call) : refusal('internal')),
    });
    await openDialog();
    const form = await openForm('cut-out 1');
    type(form, { Name: 'laughing', Person: 'Me' });
    save(form);

    expect(await screen.findByText(/^The name was not saved: .* Please try again\.$/)).toBeDefined();
    expect((await readGroups()).map(([heading]) => heading)).toEqual(['Me 1', 'No person yet 1']);
    press('Close');
    await openDialog();
    const again = await openForm('cut-out 1');
    expect(typed(again)).toEqual(['laughing', 'Me']);
    isUp = true;
    save(again);

    expect(await screen.findByText('Saved: Me, laughing')).toBeDefined();
    expect(updates(calls)).toHaveLength(2);
    expect((await readGroups()).map(([heading]) => heading)).toEqual(['Me 2']);
  });

  it('can be changed, removed, and left as they are with Escape', async () => {
    const calls = await openCutouts({
      listed: [ME, SAM],
      update: () => json({ name: 'calm' }),
    });
    await openDialog();
    fireEvent.click(await screen.findByRole('button', { name: 'Rename Sam, angry' }));
    const form = await openForm('Sam, angry');
    expect(typed(form)).toEqual(['angry', 'Sam']);
    type(form, { Name: 'other' });
    fireEvent.keyDown(form.getByLabelText('Name'), { key: 'Escape' });
    expect(screen.queryByRole('form', { name: /Sam/ })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rename Sam, angry' }));

    press('Rename Sam, angry');
    const second = await openForm('Sam, angry');
    type(second, { Name: 'calm', Person: ' ' });
    save(second);

    expect(await screen.findByText('Saved: calm')).toBeDefined();
    expect(updates(calls)).toEqual([['/api/cutouts/sam-angry', { name: 'calm', person: null }]]);
    expect((await readGroups()).map(([heading]) => heading)).toEqual(['Me 1', 'No person yet 1']);
  });
});

describe('texts that are typed and not saved', () => {
  it('stay while the dialog is closed, another form opens, or a search hides the cut-out', async () => {
    const more = Array.from({ length: 11 }, (_, index) =>
      cutout(`${index}`, { name: `n${index}`, person: 'Zoe' }),
    );
    await openCutouts({ listed: [NEW, ME, ...more] });
    await openDialog();
    type(await openForm('cut-out 1'), { Name: 'laughing' });
    press('Rename Me, shocked');
    type(await openForm('Me, shocked'), { Name: 'calm' });
    press('Rename Zoe, n0');
    await openForm('Zoe, n0');
    const search = screen.getByRole('searchbox', { name: 'Search cut-outs' });
    fireEvent.change(search, { target: { value: 'zoe' } });
    expect(screen.queryByRole('form', { name: /Me, shocked/ })).toBeNull();
    press('Close');
    await openDialog();

    expect(typed(await openForm('cut-out 1'))).toEqual(['laughing', '']);
    expect(typed(await openForm('Me, shocked'))).toEqual(['calm', 'Me']);
  });

  it('are in their form again on the next visit, until they are saved', async () => {
    await openCutouts({ listed: [NEW, ME] });
    await openDialog();
    type(await openForm('cut-out 1'), { Name: 'laughing', Person: 'Mel' });
    expect(readKept()).toEqual([['cutout/new', { name: 'laughing', person: 'Mel' }, 'held']]);
    cleanup();
    forgetAllNames();
    await openCutouts({ listed: [NEW, ME] });
    await openDialog();
    const form = await openForm('cut-out 1');
    await waitFor(() => expect(typed(form)).toEqual(['laughing', 'Mel']));
    save(form);

    await screen.findByText('Saved: Mel, laughing');
    expect(readKept()).toEqual([]);
  });

  it('are kept for the next visit after a failure, and not after Cancel', async () => {
    await openCutouts({ listed: [NEW, ME], update: () => refusal('internal') });
    await openDialog();
    const form = await openForm('cut-out 1');
    type(form, { Name: 'laughing' });
    save(form);
    await screen.findByText(/^The name was not saved: /);
    press('Rename Me, shocked');
    const other = await openForm('Me, shocked');
    type(other, { Name: 'calm' });
    fireEvent.click(other.getByRole('button', { name: 'Cancel' }));

    expect(readKept()).toEqual([['cutout/new', { name: 'laughing', person: null }, 'held']]);
  });
});
