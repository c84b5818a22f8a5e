import { expect, it } from 'vitest';
import { handler } from '../../functions/api/report-page-error.ts';
import { countPageError } from '../../functions/platform/metrics.ts';
import { call } from './support/event.ts';

const REPORT = { code: 'render', page: 'finish', version: 'Ab3_-x9Z', browser: 'safari' };
const report = (changes: object) =>
  call(handler, { routeKey: 'POST /api/page-errors', body: { ...REPORT, ...changes } });

it('counts an error of a page without what the report does not name', async () => {
  expect(await report({ message: 'private' })).toMatchObject({ status: 200, body: { received: true } });
  expect(countPageError).toHaveBeenCalledExactlyOnceWith(REPORT);
});

it.each([
  { code: 'a text' },
  { page: '/thumbnails/1' },
  { version: 'x'.repeat(17) },
  { browser: 'Mozilla/5.0' },
])('does not count a report with an unknown value: %j', async (changes) => {
  expect(await report(changes)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  expect(countPageError).not.toHaveBeenCalled();
});
