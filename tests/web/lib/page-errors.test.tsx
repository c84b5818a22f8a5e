import { render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { ErrorBoundary } from '../../../web/src/app/message-pages.tsx';
import { watchPageErrors } from '../../../web/src/lib/page-errors.ts';

const OWN = `at f (${location.origin}/assets/home-1.js:1:2)`;
const FOREIGN = 'at f (chrome-extension://abc/script.js:1:2)';

function createError(message: string, stack: string): Error {
  return Object.assign(new Error(message), { stack });
}

/** Dispatches the event of an unhandled rejection, because jsdom does not dispatch it. */
const reject = (reason: unknown) => dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));

it('reports what happened on which page, at most three times, and neither texts and ids nor errors of extensions', async () => {
  const sendBeacon = vi.fn<Navigator['sendBeacon']>(() => true);
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 Chrome/150.0 Safari/537.36 Edg/150.0', sendBeacon });
  vi.spyOn(console, 'error').mockReturnValue();
  history.replaceState(null, '', '/thumbnails/0f8fad5b?q=private');
  const sent = () =>
    sendBeacon.mock.calls.map(([path, body]) => [path, JSON.parse(body as string) as unknown]);
  const report = (code: string) => [
    '/api/page-errors',
    { code, page: 'finish', version: 'unknown', browser: 'edge' },
  ];
  watchPageErrors();

  for (const stack of [FOREIGN, `${FOREIGN}\n${OWN}`, '']) reject(createError('private', stack));
  reject('private');
  reject(createError('private', OWN));
  await waitFor(() => expect(sent()).toEqual([report('rejection')]));

  reject(createError(`Failed to fetch dynamically imported module: ${location.origin}/assets/x.js`, ''));
  await waitFor(() => expect(sent()).toEqual(['rejection', 'load'].map(report)));

  function Broken(): never {
    throw createError('private', OWN);
  }
  render(<Broken />, {
    wrapper: ({ children }) => (
      <MemoryRouter>
        <ErrorBoundary>{children}</ErrorBoundary>
      </MemoryRouter>
    ),
  });
  expect(screen.getByRole('main').textContent).toBe(
    'Something went wrongThis page could not be shown. It has an error. Load it again.Load againReturn to Home',
  );
  await waitFor(() => expect(sent()).toEqual(['rejection', 'load', 'render'].map(report)));

  dispatchEvent(new ErrorEvent('error', { error: createError('private', OWN) }));
  await import('../../../web/src/lib/send-page-error.ts');
  expect(sent()).toHaveLength(3);
});
