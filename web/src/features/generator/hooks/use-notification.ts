import { useState } from 'react';

const TITLE = 'Your thumbnail is ready';

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
      const notification = new Notification(TITLE, { icon: '/favicon-done.svg', tag: 'thumbnail' });
      notification.addEventListener('click', () => {
        window.focus();
        notification.close();
      });
    },
  };
}
