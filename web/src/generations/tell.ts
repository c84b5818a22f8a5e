import { composeFailure, describeGenerationFailure, NO_CREDIT_TAKEN } from '../api/error-sentences.ts';
import { setStatusTitle } from '../lib/use-title.ts';
import { notify } from '../ui/notify.ts';
import { isCanceled, isRunning, NOT_STARTED } from './generation.ts';
import type { Generation } from './generation.ts';
import { sendNotification } from './send-notification.ts';

/** The texts of each kind: the name of its result, the message of a success, and the message of a failure. */
const WORDS = {
  image: ['Thumbnail', 'Your thumbnail has arrived in Previous Thumbnails.', 'Generation failed'],
  edit: [
    'New version',
    'Your new version is ready. Open its thumbnail to see it.',
    'The image was not changed',
  ],
  cutout: ['Cut-out', 'Your cut-out is ready. Add a cut-out shows it.', 'The cut-out was not made'],
  picture: ['Picture', 'Your picture is ready. Add a logo or picture shows it.', 'The picture was not added'],
} as const;

/** The server may not have the request, or no longer has its thumbnail: another device can have deleted it. */
const NOT_FOUND =
  'No thumbnail of your last request was found. If the request arrives later, its thumbnail is in All thumbnails.';

let running: readonly Generation[] = [];
/** The title and the icon for what has ended since the creator saw the tab. */
let news: readonly [title: string, icon: string] | undefined;

/** Shows in the title and the icon of a tab in the background that something runs. */
export function showRunning(generations: readonly Generation[]): void {
  running = generations.filter(isRunning);
  if (generations.length === 0) news = undefined;
  showStatus();
}

/**
 * Tells the creator that a generation has ended, in this tab, in its title, and by a notification.
 * @param isShown whether the page shows the end by itself
 */
export function tellEnd({ kind, setId, input, end }: Generation, isShown: boolean): void {
  const isPicture = input !== undefined && 'isPicture' in input && input.isPicture;
  const [name, arrived, failed] = WORDS[isPicture ? 'picture' : kind];
  const error = end?.error;
  if (error === undefined) {
    news = [`${name} ready`, DONE];
    sendNotification(`Your ${name.toLowerCase()} is ready`);
    if (!isShown) notify.success(arrived);
  } else if (isCanceled(error)) {
    // The credit was taken and has returned.
    notify.success('Cancelled. Your credit is back.', { id: 'canceled' });
  } else if (error === NOT_STARTED) {
    // The viewer goes back to the earlier thumbnail. An image of a set says in its place that it was not started.
    if (kind === 'image' && setId === undefined) notify.info(NOT_FOUND, { id: 'not-found' });
  } else {
    news = news?.[1] === DONE ? news : [failed, IDLE];
    const message =
      kind === 'image' ? describeGenerationFailure(error) : composeFailure(failed, error, NO_CREDIT_TAKEN);
    if (!isShown && message !== undefined) notify.error(message);
  }
  showStatus();
}

const [IDLE, BUSY, DONE] = ['/favicon.svg', '/favicon-generating.svg', '/favicon-done.svg'] as const;

function showStatus(): void {
  if (!document.hidden) news = undefined;
  const isWaiting = running.every(({ line }) => line);
  const status = running.length > 0 ? [isWaiting ? 'Waiting in line' : 'Generating...', BUSY] : news;
  const [title, icon = IDLE] = (document.hidden ? status : undefined) ?? [];
  setStatusTitle(title && `${title} · Thumbforge`);
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"][type="image/svg+xml"]');
  if (link) link.href = icon;
}

document.addEventListener('visibilitychange', showStatus);
