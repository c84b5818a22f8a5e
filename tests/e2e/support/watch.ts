import type { BrowserContext, Request } from '@playwright/test';
import type { Workshop } from './workshop.ts';

/** Listens to every page of a browser context for what no page may do. */
export interface Watch {
  /** Listens to another context as well: a second browser of the same test. */
  also(context: BrowserContext): Promise<void>;
  /** A complaint that the test itself provokes. It has to come at least once. */
  allow(complaint: RegExp): void;
  /** What went wrong so far: complaints that nobody allowed, and allowed ones that never came. */
  verdict(): string[];
}

// As text, for the tests' own program knows no DOM. Reports each thing that the content security policy stopped.
const REPORT_VIOLATIONS = `addEventListener('securitypolicyviolation', (event) => {
  reportViolation(event.effectiveDirective + ' stopped ' + (event.blockedURI || event.sourceFile));
})`;

/**
 * Warnings and errors in the console, uncaught errors, breaches of the content security policy, and requests to
 * anybody but the embedded cloud.
 */
export async function watchFor(workshop: Workshop, context: BrowserContext): Promise<Watch> {
  const complaints: string[] = [];
  const allowed: RegExp[] = [];
  const own = [workshop.url, workshop.config.userPoolEndpoint, workshop.endpoints.S3].map(originOf);

  const also = async (watched: BrowserContext) => {
    watched.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    watched.on('weberror', (error) => complaints.push(`Uncaught: ${error.error().message}`));
    watched.on('request', (request) => {
      if (!isOurs(request, own)) complaints.push(`Request to a third party: ${request.url()}`);
    });
    await watched.exposeFunction('reportViolation', (violation: string) => {
      complaints.push(`Content security policy: ${violation}`);
    });
    await watched.addInitScript({ content: REPORT_VIOLATIONS });
  };
  await also(context);

  return {
    also,
    allow: (complaint) => allowed.push(complaint),
    verdict: () => [
      ...complaints.filter((text) => !allowed.some((pattern) => pattern.test(text))),
      ...allowed
        .filter((pattern) => !complaints.some((text) => pattern.test(text)))
        .map((pattern) => `Allowed, but it never came: ${pattern.source}`),
    ],
  };
}

/** The site's own origins and, once the browser has gone to pay, the pages of Stripe's stand-in. */
function isOurs(request: Request, own: readonly string[]): boolean {
  const url = new URL(request.url());
  if (['data:', 'blob:'].includes(url.protocol) || own.includes(url.origin)) return true;
  const isLocal = ['localhost', '127.0.0.1'].includes(url.hostname);
  return isLocal && (request.isNavigationRequest() || originOf(request.frame().url()) === url.origin);
}

const originOf = (url: string) => new URL(url).origin;
