import { matchPath } from 'react-router-dom';
import { ROUTES } from '#contract/endpoints/routes.ts';
import type { PageError } from '#contract/page-errors.ts';
import { isLoadError } from './load-error.ts';
import { PATHS } from './paths.ts';

/** The largest number of reports of one page view. A repeated error gives no new information. */
const MAX_REPORTS = 3;
let reports = 0;

/** Sends what happened where, never the text of the error. Errors of browser extensions are not the site's. */
export function sendPageError(code: PageError['code'], error: unknown): void {
  const { stack = '' } = error instanceof Error ? error : new Error();
  const hasNotLoaded = isLoadError(error);
  const isOwn = hasNotLoaded || stack.includes(`${location.origin}/assets/`);
  if (!isOwn || stack.includes('extension://') || reports >= MAX_REPORTS) return;
  reports += 1;
  const report: PageError = {
    code: hasNotLoaded ? 'load' : code,
    page: findPage(),
    // The name of this chunk depends on the contents of the others.
    version: /-([\w-]{8})\.js$/.exec(import.meta.url)?.[1] ?? 'unknown',
    browser: findBrowser(navigator.userAgent),
  };
  navigator.sendBeacon(ROUTES.reportPageError.path, JSON.stringify(report));
}

function findPage(): PageError['page'] {
  const pages = Object.keys(PATHS) as (keyof typeof PATHS)[];
  return pages.find((page) => matchPath(PATHS[page], location.pathname)) ?? 'other';
}

/** Edge also names Chrome, and Chrome also Safari. */
function findBrowser(userAgent: string): PageError['browser'] {
  const families = {
    'Edg/': 'edge',
    'Firefox/': 'firefox',
    'Chrome/': 'chrome',
    'Safari/': 'safari',
  } as const;
  const found = Object.entries(families).find(([token]) => userAgent.includes(token));
  return found?.[1] ?? 'other';
}
