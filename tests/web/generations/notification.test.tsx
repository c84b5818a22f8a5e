import { fireEvent, screen, waitFor } from '@testing-library/react';
import { assert, expect, it, onTestFinished, vi } from 'vitest';
import { sendNotification } from '../../../web/src/generations/send-notification.ts';
import { readPermission } from '../../../web/src/lib/notification.ts';
import * as home from '../support/home.ts';
import { imageUrl } from '../support/site.tsx';

class FakeNotification extends EventTarget {
  static permission: NotificationPermission = 'default';
  static shown: FakeNotification[] = [];
  static requestPermission = () => {
    FakeNotification.permission = 'granted';
    return Promise.resolve(FakeNotification.permission);
  };
  readonly close = vi.fn();
  readonly content: unknown[];

  constructor(...content: unknown[]) {
    super();
    this.content = content;
    FakeNotification.shown.push(this);
  }
}

/** A browser with notifications, in which the page is visible. */
function stubBrowser(permission: NotificationPermission) {
  Object.assign(FakeNotification, { permission, shown: [] });
  vi.stubGlobal('Notification', FakeNotification);
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  const focus = vi.spyOn(window, 'focus').mockReturnValue();
  const userAgent = vi.spyOn(navigator, 'userAgent', 'get');
  onTestFinished(() => [hidden, focus, userAgent].forEach((spy) => spy.mockRestore()));
  return { hidden, focus, userAgent };
}

it('a notification is asked for only by a button, and shown to a hidden page', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { hidden } = stubBrowser('default');
  let poll: home.Poll = home.IN_LINE;
  home.openHome({ generateThumbnail: home.startWaiting, readThumbnail: home.answer(() => poll) });
  home.generate('a castle');
  fireEvent.click(await screen.findByRole('button', { name: 'Notify me' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Notify me' })).toBeNull());
  expect(home.preview().textContent).toContain('You get a notification.');

  hidden.mockReturnValue(true);
  poll = { status: 'succeeded', url: imageUrl('g1') };
  await home.passTime();
  await waitFor(() => expect(home.storedIds()).toHaveLength(1));
  expect(FakeNotification.shown).toHaveLength(1);
});

it('a notification reports the end of a generation to a hidden page, and a press shows the page again', () => {
  const { hidden, focus } = stubBrowser('granted');
  const send = () => sendNotification('Your thumbnail is ready');
  send();
  expect(FakeNotification.shown).toEqual([]);
  hidden.mockReturnValue(true);
  send();

  const [notification] = FakeNotification.shown;
  assert(notification);
  const options = { icon: '/favicon-done.svg', tag: 'thumbnail' };
  expect(notification.content).toEqual(['Your thumbnail is ready', options]);
  expect(focus).not.toHaveBeenCalled();
  notification.dispatchEvent(new Event('click'));
  expect(focus).toHaveBeenCalledOnce();
  expect(notification.close).toHaveBeenCalledOnce();
});

it('a notification is not offered without notifications, or for service workers only, as in Chrome on Android', () => {
  expect('Notification' in globalThis).toBe(false);
  expect(readPermission()).toBe('denied');

  stubBrowser('granted').userAgent.mockReturnValue('Mozilla/5.0 (Linux; Android 10; K) Chrome/142.0.0.0');
  expect(readPermission()).toBe('denied');
});
