import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { deferred, json } from '../support/fake-api.ts';
import * as home from '../support/home.ts';
import { fakeApi, openPage } from '../support/site.tsx';

const nav = () => within(screen.getByRole('navigation', { name: 'Main' }));
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

/** The texts and the targets of the links in a part of the page. */
const readLinks = (part: ReturnType<typeof nav>) =>
  part.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

describe('the navigation', () => {
  it('leads a visitor to the main pages, and names the current one', async () => {
    fakeApi();
    openPage();
    expect(readLinks(nav())).toEqual([
      ['Create', '/'],
      ['Thumbnails', '/thumbnails'],
      ['Credits', '/buy-credits'],
    ]);
    expect(nav().getByRole('link', { current: 'page' }).textContent).toBe('Create');
    fireEvent.click(nav().getByText('Credits'));

    await heading('Get More Credits');
    expect(nav().getByRole('link', { current: 'page' }).textContent).toBe('Credits');
  });

  it('has one way to buy for a user, and one way back from there', async () => {
    home.openHome();
    const header = within(screen.getByRole('banner'));
    expect(readLinks(header).filter(([, href]) => href === '/buy-credits')).toEqual([
      ['Buy Credits', '/buy-credits'],
    ]);
    fireEvent.click(header.getByText('Buy Credits'));

    await heading('Get More Credits');
    expect(readLinks(header).filter(([, href]) => href === '/buy-credits')).toEqual([]);
    expect(header.getByText('Back to Home').getAttribute('href')).toBe('/');
  });
});

describe('the focus', () => {
  it('stays where it is when the site opens', async () => {
    home.openHome();
    await screen.findByText('5');

    expect(document.activeElement).toBe(document.body);
  });

  it('moves to the heading of a page that a link opens, and stays there when the page has loaded', async () => {
    const list = deferred<undefined>();
    home.openHome({ listThumbnails: () => list.promise.then(() => json({ thumbnails: [] })) });
    fireEvent.click(nav().getByText('Thumbnails'));
    await heading('All thumbnails');
    await act(async () => {
      list.resolve(undefined);
      await list.promise;
    });
    await screen.findByText('No thumbnails yet');

    await waitFor(async () => expect(document.activeElement).toBe(await heading('All thumbnails')));
  });

  it('does not leave a control that the creator has reached meanwhile', async () => {
    fakeApi();
    openPage('/nowhere');
    fireEvent.click(screen.getByRole('link', { name: 'Return to Home' }));
    await waitFor(async () =>
      expect(document.activeElement).toBe(await heading('Thumbnails that earn the click')),
    );
    home.promptInput().focus();
    fireEvent.keyDown(home.promptInput(), { key: 'a' });
    document.body.append(document.createElement('p'));

    expect(document.activeElement).toBe(home.promptInput());
  });
});
