import type { PageError } from '#contract/page-errors.ts';

/** Counts an error of the page. The code that sends it is loaded when it is needed. */
export function reportPageError(code: PageError['code'], error: unknown): void {
  import('./send-page-error.ts')
    .then(({ sendPageError }) => sendPageError(code, error))
    .catch(() => undefined);
}

/** Reports what nothing catches. */
export function watchPageErrors(): void {
  addEventListener('error', ({ error }) => reportPageError('error', error));
  addEventListener('unhandledrejection', ({ reason }) => reportPageError('rejection', reason));
}
