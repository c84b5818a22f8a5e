import { randomUUID } from 'node:crypto';
import { UnexpectedAnswerError } from '../site-client.ts';
import type { SmokeCheck } from './check.ts';

/** The pages, by path, and a text that only the right document contains. */
const PAGES = { '/': 'id="visitor-home"', '/auth': 'id="root"', '/buy-credits': 'id="root"' } as const;

/** Checks that visitors see the pages. */
const pages: SmokeCheck = {
  name: 'pages',
  async run({ site }) {
    for (const [path, text] of Object.entries(PAGES)) {
      const response = await site.fetch(path);
      if (response.status !== 200) {
        throw new UnexpectedAnswerError(`${path} answered ${response.status}.`);
      }
      if (!(await response.text()).includes(text)) {
        throw new UnexpectedAnswerError(`${path} is not a page of the site.`);
      }
    }
    return `${Object.keys(PAGES).join(', ')} are served.`;
  },
};

/** Checks that the settings of the site belong to the stack. */
export const settings: SmokeCheck = {
  name: 'settings',
  async run(context) {
    const config = await context.site.readConfig();
    if (config.userPoolId !== context.poolId) {
      throw new UnexpectedAnswerError('/config.json names another user pool than the stack.');
    }
    context.config = config;
    return `${config.models.length} models, ${config.packs.length} packs on sale.`;
  },
};

/** The headers that every response must have, as patterns of their values. */
const REQUIRED_HEADERS: Record<string, RegExp> = {
  'strict-transport-security': /max-age=\d{8,}/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'referrer-policy': /^(strict-origin-when-cross-origin|no-referrer)$/,
  'permissions-policy': /camera=\(\)/,
  'cross-origin-opener-policy': /^same-origin$/,
};

/** Checks that pages and responses of the API have the security headers. */
const securityHeaders: SmokeCheck = {
  name: 'security headers',
  async run({ site }) {
    const responses = { '/': await site.fetch('/'), '/api/credits': await site.send('readCredits') };
    for (const [path, { headers }] of Object.entries(responses)) {
      for (const [name, pattern] of Object.entries(REQUIRED_HEADERS)) {
        const value = headers.get(name);
        if (value === null) throw new UnexpectedAnswerError(`${path} has no header ${name}.`);
        if (!pattern.test(value)) throw new UnexpectedAnswerError(`${path} has a weak header ${name}.`);
      }
    }
    return `${Object.keys(REQUIRED_HEADERS).length} headers on pages and API.`;
  },
};

/** The directives whose value is exact. */
const EXACT_DIRECTIVES: Record<string, string> = {
  'default-src': "'none'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
  'script-src': "'self'",
};
/** A source with a scheme only, a host with a wildcard, and the unsafe keywords. */
const LOOSE_SOURCE = /'unsafe-[\w-]+'|\*|\shttps?:(?=[\s;]|$)/;

/** Checks that the content security policy allows no foreign and no inline script. */
const contentSecurityPolicy: SmokeCheck = {
  name: 'content security policy',
  async run({ site }) {
    const { headers } = await site.fetch('/');
    const policy = headers.get('content-security-policy') ?? '';
    const directives = new Map(
      policy.split(';').map((directive) => {
        const [name = '', ...sources] = directive.trim().split(/\s+/);
        return [name, sources.join(' ')];
      }),
    );
    for (const [name, value] of Object.entries(EXACT_DIRECTIVES)) {
      if (directives.get(name) !== value) throw new UnexpectedAnswerError(`${name} is not ${value}.`);
    }
    const loose = LOOSE_SOURCE.exec(policy)?.[0];
    if (loose !== undefined) throw new UnexpectedAnswerError(`The policy allows ${loose.trim()}.`);
    return 'Only own scripts, no unsafe source, no wildcard.';
  },
};

/** Checks that the API refuses a missing token, and a token that another issuer signed. */
const unauthorized: SmokeCheck = {
  name: 'calls without a token',
  async run({ site }) {
    await site.expectStatus('readCredits', 401);
    await site.expectStatus('listThumbnails', 401, { token: forgeToken() });
    return 'A missing and a forged token are refused.';
  },
};

/** A token of the right form for another user, without a valid signature. */
function forgeToken(): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const expires = Math.floor(Date.now() / 1_000) + 3_600;
  return `${encode({ alg: 'none' })}.${encode({ sub: randomUUID(), exp: expires })}.`;
}

/** The checks of what visitors see. */
export const SITE_CHECKS: readonly SmokeCheck[] = [
  pages,
  settings,
  securityHeaders,
  contentSecurityPolicy,
  unauthorized,
];
