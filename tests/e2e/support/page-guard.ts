import type { BrowserContext, Request } from '@playwright/test';
import type { Site } from './site.ts';

// Text, because the tests are type-checked without the DOM.
const REPORT_VIOLATIONS = `addEventListener('securitypolicyviolation', (event) => {
  reportViolation(event.effectiveDirective + ' blocked ' + (event.blockedURI || event.sourceFile));
})`;

/** Records forbidden events of a page: console errors, uncaught errors, CSP violations, requests to third parties. */
export async function guardPages({ url, otherOrigins }: Site, context: BrowserContext) {
  const problems: string[] = [];
  const allowed: RegExp[] = [];
  const ownOrigins = [url, ...otherOrigins].map((address) => new URL(address).origin);

  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  context.on('weberror', (error) => problems.push(`Uncaught: ${error.error().message}`));
  context.on('request', (request) => {
    if (!isExpected(request, ownOrigins)) problems.push(`Request to a third party: ${request.url()}`);
  });
  await context.exposeFunction('reportViolation', (violation: string) => {
    problems.push(`Content security policy: ${violation}`);
  });
  await context.addInitScript({ content: REPORT_VIOLATIONS });

  return {
    /** Expects a problem that the test provokes. It must occur at least once. */
    allow: (problem: RegExp) => void allowed.push(problem),
    /** Problems that the test did not allow, and allowed problems that did not occur. */
    report: () => [
      ...problems.filter((text) => !allowed.some((pattern) => pattern.test(text))),
      ...allowed
        .filter((pattern) => !problems.some((text) => pattern.test(text)))
        .map((pattern) => `Allowed, but did not occur: ${pattern.source}`),
    ],
  };
}

export type PageGuard = Awaited<ReturnType<typeof guardPages>>;

/** The origins of the site, and the local Stripe page after the browser was redirected to it. */
function isExpected(request: Request, ownOrigins: readonly string[]): boolean {
  const url = new URL(request.url());
  if (['data:', 'blob:'].includes(url.protocol) || ownOrigins.includes(url.origin)) return true;
  const isLocal = ['localhost', '127.0.0.1'].includes(url.hostname);
  return isLocal && (request.isNavigationRequest() || new URL(request.frame().url()).origin === url.origin);
}
