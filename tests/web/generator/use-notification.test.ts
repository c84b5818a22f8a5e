import { renderHook } from '@testing-library/react';
import { assert, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { useNotification } from '../../../web/src/features/generator/hooks/use-notification.ts';

class FakeNotification extends EventTarget {
  static permission: NotificationPermission = 'default';
  static readonly shown: FakeNotification[] = [];
  readonly close = vi.fn();
  readonly content: { title: string; options?: NotificationOptions };

  constructor(title: string, options: NotificationOptions) {
    super();
    this.content = { title, options };
    FakeNotification.shown.push(this);
  }
}

beforeEach(() => {
  FakeNotification.shown.length = 0;
});

function open(permission: NotificationPermission) {
  FakeNotification.permission = permission;
  vi.stubGlobal('Notification', FakeNotification);
  return renderHook(() => useNotification());
}

function setHidden(isHidden: boolean) {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  onTestFinished(() => hidden.mockRestore());
}

function setUserAgent(userAgent: string) {
  const spy = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  onTestFinished(() => spy.mockRestore());
}

it('a notification says what has happened, and brings the page back when it is pressed', () => {
  const focus = vi.spyOn(window, 'focus').mockReturnValue();
  onTestFinished(() => focus.mockRestore());
  setHidden(true);
  open('granted').result.current.send();

  const notification = FakeNotification.shown[0];
  assert(notification);
  expect(notification.content).toEqual({
    title: 'Your thumbnail is ready',
    options: { icon: '/favicon-done.svg', tag: 'thumbnail' },
  });
  expect(focus).not.toHaveBeenCalled();
  notification.dispatchEvent(new Event('click'));
  expect(focus).toHaveBeenCalledOnce();
  expect(notification.close).toHaveBeenCalledOnce();
});

it('a notification is not shown while the page is visible', () => {
  setHidden(false);
  open('granted').result.current.send();

  expect(FakeNotification.shown).toEqual([]);
});

it('a notification is not offered in a browser without notifications', () => {
  expect('Notification' in globalThis).toBe(false);
  expect(renderHook(() => useNotification()).result.current).toMatchObject({
    ask: undefined,
    isAllowed: false,
  });
});

it('a notification is not offered in Chrome on Android, which shows those of service workers only', () => {
  setUserAgent('Mozilla/5.0 (Linux; Android 10; K) Chrome/142.0.0.0 Mobile Safari/537.36');

  expect(open('granted').result.current).toMatchObject({ ask: undefined, isAllowed: false });
});
