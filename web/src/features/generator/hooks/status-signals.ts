import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTitle } from '../../../lib/use-title.ts';
import type { Progress } from '../model/viewer-content.ts';

const STATUS = {
  generating: { title: 'Generating... · Thumbforge', icon: '/favicon-generating.svg' },
  waiting: { title: 'Waiting in line · Thumbforge', icon: '/favicon-generating.svg' },
  done: { title: 'Thumbnail ready · Thumbforge', icon: '/favicon-done.svg' },
  failed: { title: 'Generation failed · Thumbforge', icon: '/favicon.svg' },
} as const;

/** Shows in the title and the icon of the tab how the generation goes, while the tab is in the background. */
export function useTabStatus(title: string, progress: Progress): void {
  const isHidden = useSyncExternalStore(subscribe, isPageHidden, () => false);
  // An end that the user has seen is not shown again when they leave the tab.
  const [seen, setSeen] = useState<Progress>();
  if (!isHidden && seen !== progress) setSeen(progress);
  const isRunning = progress === 'generating' || progress === 'waiting';
  const isNews = isHidden && (isRunning || progress !== seen);
  const status = isNews && progress ? STATUS[progress] : undefined;

  useTitle(status?.title ?? title);
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"][type="image/svg+xml"]');
    if (!link || !status) return;
    link.href = status.icon;
    return () => {
      link.href = '/favicon.svg';
    };
  }, [status]);
}

const isPageHidden = () => document.hidden;

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Chrome on Android shows notifications only for service workers (MDN, "Notification() constructor"). */
const canNotify = () => 'Notification' in globalThis && !navigator.userAgent.includes('Android');

/** Tells the creator that a generation is done while they look at something else. They are asked only when they press a button. */
export function useNotification() {
  const [permission, setPermission] = useState(() => (canNotify() ? Notification.permission : 'denied'));
  return {
    /** Undefined if the creator has already decided, or if the browser has no notifications. */
    ask:
      permission === 'default' ? () => void Notification.requestPermission().then(setPermission) : undefined,
    isAllowed: permission === 'granted',
    send: () => {
      if (permission !== 'granted' || !document.hidden) return;
      const notification = new Notification('Your thumbnail is ready', {
        icon: '/favicon-done.svg',
        tag: 'thumbnail',
      });
      notification.addEventListener('click', () => {
        window.focus();
        notification.close();
      });
    },
  };
}
