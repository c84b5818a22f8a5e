import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { deleteLater, hiddenThumbnails } from '../../../web/src/outbox/deletions.ts';
import { findDraft } from '../../../web/src/outbox/designs.ts';
import { listUnsentKeys } from '../../../web/src/outbox/unsent-text.ts';
import { putUpdate, shownUpdates } from '../../../web/src/outbox/updates.ts';
import { DesignServer } from '../finish/support/design-server.ts';
import { ID, openEditor, passPause, stubBrowser, typeWords } from '../finish/support/finish-page.ts';
import { deferredReply, expiredSession, json, lostConnection } from '../support/fake-api.ts';
import {
  ADA,
  fakeApi,
  openPage,
  press,
  pressSignOut,
  mockSignOut,
  signIn,
  type SiteHandlers,
} from '../support/site.tsx';
import { cognito } from '../support/sign-in-stubs.ts';

let server = new DesignServer();

beforeEach(() => {
  stubBrowser();
  server = new DesignServer();
});

/** Opens the finish page on the server. */
const openOn = (handlers: SiteHandlers = {}) => openEditor({ ...server.handlers, ...handlers });

const askedDialog = () => screen.findByRole('dialog', { name: 'Sign out with unsaved work?' });

describe('a sign-out', () => {
  it('sends the last typed change first, and shows one message', async () => {
    mockSignOut();
    await openOn();
    typeWords('LAST WORDS');
    pressSignOut();

    expect(await screen.findByText('Signed out successfully!')).toBeDefined();
    expect(server.words).toBe('LAST WORDS');
    expect(screen.queryByText(/Your session has ended/)).toBeNull();
    expect(listUnsentKeys()).toEqual([]);
  });

  it('says that it sends while it waits', async () => {
    mockSignOut();
    const reply = deferredReply<'saveDesign'>();
    await openOn({ saveDesign: () => reply.promise });
    typeWords('LAST WORDS');
    pressSignOut();
    expect(await screen.findByText('Sending your latest changes before you sign out...')).toBeDefined();
    reply.resolve(json({ version: 4 }));

    expect(await screen.findByText('Signed out successfully!')).toBeDefined();
    expect(screen.queryByText(/^Sending your latest changes/)).toBeNull();
  });

  it('keeps what is typed while Cognito ends the session for the next sign-in', async () => {
    mockSignOut();
    const endSession = cognito.signOut.getMockImplementation();
    cognito.signOut.mockImplementation(async () => {
      typeWords('LATE WORDS');
      await endSession?.();
    });
    await openOn();
    pressSignOut();
    await screen.findByText('Signed out successfully!');

    expect(findDraft(ADA.id, ID)?.design.layers).toMatchObject([{ text: 'LATE WORDS' }]);
  });

  it('asks when something stays, and staying loses nothing', async () => {
    mockSignOut();
    let isUp = false;
    await openOn({ saveDesign: (call) => (isUp ? server.saveDesign(call) : lostConnection()) });
    typeWords('OFFLINE WORDS');
    pressSignOut();
    const dialog = await askedDialog();
    expect(
      within(dialog)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Stay signed in', 'Sign out and lose it']);
    press('Stay signed in');
    expect(cognito.signOut).not.toHaveBeenCalled();
    isUp = true;
    pressSignOut();

    expect(await screen.findByText('Signed out successfully!')).toBeDefined();
    expect(server.words).toBe('OFFLINE WORDS');
  });

  it('loses what stays only after "Sign out and lose it"', async () => {
    mockSignOut();
    await openOn({ saveDesign: () => lostConnection() });
    typeWords('LOST WORDS');
    pressSignOut();
    await askedDialog();
    press('Sign out and lose it');

    expect(await screen.findByText('Signed out successfully!')).toBeDefined();
    expect(listUnsentKeys()).toEqual([]);
  });
});

it('a name that a sign-out loses is asked about like a design, and is not shown any more', async () => {
  mockSignOut();
  await openOn({ updateThumbnail: () => lostConnection() });
  putUpdate(ADA.id, ID, { name: 'Castle' });
  pressSignOut();
  await askedDialog();
  expect(listUnsentKeys()).toEqual([`update/${ID}/name`]);
  press('Sign out and lose it');
  await screen.findByText('Signed out successfully!');

  expect([shownUpdates.get(), listUnsentKeys()]).toEqual([new Map(), []]);
});

it('a deletion that a sign-out loses hides no thumbnail any more', async () => {
  mockSignOut();
  await openOn({ deleteThumbnail: () => lostConnection() });
  deleteLater(ADA.id, [ID]);
  pressSignOut();
  await askedDialog();
  press('Sign out and lose it');
  await screen.findByText('Signed out successfully!');

  expect([hiddenThumbnails.get(), listUnsentKeys()]).toEqual([new Set(), []]);
});

describe('what is unsent', () => {
  it('is sent after the page was left during a save', async () => {
    const first = deferredReply<'saveDesign'>();
    let hold: (() => void) | undefined;
    await openOn({
      saveDesign: async (call) => {
        const reply = await server.saveDesign(call);
        if (hold !== undefined) return reply;
        hold = () => first.resolve(reply as never);
        return first.promise;
      },
    });
    typeWords('FIRST WORDS');
    await passPause();
    typeWords('LAST WORDS');
    fireEvent.click(screen.getByRole('link', { name: 'All thumbnails' }));
    await screen.findByText('No thumbnails yet');
    hold?.();

    await waitFor(() => expect(server.words).toBe('LAST WORDS'));
  });

  it('is sent from another page when the connection returns', async () => {
    await openOn({ saveDesign: () => lostConnection() });
    typeWords('OFFLINE WORDS');
    await passPause();
    cleanup();
    await passPause();
    fakeApi(server.handlers);
    openPage('/');
    dispatchEvent(new Event('online'));

    await waitFor(() => expect(server.words).toBe('OFFLINE WORDS'));
    await waitFor(() => expect(listUnsentKeys()).toEqual([]));
  });
});

it('the work of a session that expired is sent after the next sign-in', async () => {
  mockSignOut();
  await openOn({ saveDesign: expiredSession });
  typeWords('WORDS OF A DAY');
  await passPause();
  await screen.findByText('The sign-in page');
  cleanup();
  cognito.readIdToken.mockResolvedValue('token');
  fakeApi(server.handlers);
  signIn(ADA);
  openPage('/');

  await waitFor(() => expect(server.words).toBe('WORDS OF A DAY'));
});
