import { readPermission } from '../lib/notification.ts';

/** Shows a notification of the system while the creator looks at something else, if they have allowed it. */
export function sendNotification(text: string): void {
  if (readPermission() !== 'granted' || !document.hidden) return;
  const notification = new Notification(text, { icon: '/favicon-done.svg', tag: 'thumbnail' });
  notification.addEventListener('click', () => {
    window.focus();
    notification.close();
  });
}
