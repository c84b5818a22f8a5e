/** Chrome on Android shows notifications only for service workers (MDN, "Notification() constructor"). */
const canNotify = () => 'Notification' in globalThis && !navigator.userAgent.includes('Android');

export const readPermission = (): NotificationPermission =>
  canNotify() ? Notification.permission : 'denied';
