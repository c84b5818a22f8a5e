import { S3Error } from './errors.ts';
import type { S3Request } from './request.ts';

/** One rule of a bucket's CORS configuration. Origins and headers may hold one `*` each. */
export interface CorsRule {
  allowedOrigins: string[];
  allowedMethods: string[];
  allowedHeaders?: string[];
  exposedHeaders?: string[];
  maxAgeSeconds?: number;
}

const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'HEAD'];

/** All that S3's choice of a rule depends on. */
const VARY = 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method';

/** @throws Error for rules that a deployment would refuse ("CORSRule" of the Amazon S3 API Reference). */
export function assertCorsRules(rules: CorsRule[]): void {
  for (const { allowedOrigins, allowedMethods, allowedHeaders = [] } of rules) {
    const method = allowedMethods.find((name) => !METHODS.includes(name));
    if (method !== undefined) throw new Error(`CORS: ${method} is not one of ${METHODS.join(', ')}.`);
    const pattern = [...allowedOrigins, ...allowedHeaders].find((text) => text.split('*').length > 2);
    if (pattern !== undefined) throw new Error(`CORS: "${pattern}" has more than one *.`);
  }
}

/**
 * Answers a preflight, which browsers send unsigned (Amazon S3 User Guide, "How does Amazon S3 evaluate the
 * CORS configuration on a bucket?").
 * @returns the headers of the 200.
 * @throws S3Error AccessForbidden where no rule matches.
 */
export function preflight(rules: CorsRule[], { headers }: S3Request): Record<string, string> {
  const origin = headers.get('origin');
  const method = headers.get('access-control-request-method');
  if (origin === undefined) throw insufficient('Origin request header needed.');
  if (method === undefined) throw insufficient('Access-Control-Request-Method request header needed.');
  if (rules.length === 0) throw forbidden('CORS is not enabled for this bucket.');

  const asked = splitList(headers.get('access-control-request-headers'));
  const rule = rules.find((candidate) => allows(candidate, origin, method, asked));
  if (rule === undefined) {
    throw forbidden(
      'This CORS request is not allowed. This is usually because the evaluation of Origin, request method / ' +
        'Access-Control-Request-Method or Access-Control-Request-Headers are not whitelisted by the ' +
        "resource's CORS spec.",
    );
  }
  return {
    ...grant(rule, origin),
    ...(asked.length > 0 && { 'access-control-allow-headers': asked.join(', ') }),
  };
}

/** The headers a rule adds to an answer, be it good or bad; none for a request that no rule matches. */
export function corsHeaders(rules: CorsRule[], { headers, method }: S3Request): Record<string, string> {
  const origin = headers.get('origin');
  if (origin === undefined) return {};
  const rule = rules.find((candidate) => allows(candidate, origin, method, []));
  return rule === undefined ? {} : grant(rule, origin);
}

function grant(rule: CorsRule, origin: string): Record<string, string> {
  const anyone = rule.allowedOrigins.includes('*');
  return {
    'access-control-allow-origin': anyone ? '*' : origin,
    'access-control-allow-methods': rule.allowedMethods.join(', '),
    ...(!anyone && { 'access-control-allow-credentials': 'true' }),
    ...(rule.exposedHeaders && { 'access-control-expose-headers': rule.exposedHeaders.join(', ') }),
    ...(rule.maxAgeSeconds !== undefined && { 'access-control-max-age': String(rule.maxAgeSeconds) }),
    vary: VARY,
  };
}

function allows(rule: CorsRule, origin: string, method: string, asked: string[]): boolean {
  const allowedHeaders = (rule.allowedHeaders ?? []).map((header) => header.toLowerCase());
  return (
    rule.allowedOrigins.some((pattern) => matches(pattern, origin)) &&
    rule.allowedMethods.includes(method) &&
    asked.every((header) => allowedHeaders.some((pattern) => matches(pattern, header)))
  );
}

/** `https://*.example.com` matches any one text in the place of its `*`. */
function matches(pattern: string, text: string): boolean {
  const [head = '', tail] = pattern.split('*');
  if (tail === undefined) return pattern === text;
  return text.length >= head.length + tail.length && text.startsWith(head) && text.endsWith(tail);
}

function splitList(list = ''): string[] {
  const names = list.split(',').map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== '');
}

function insufficient(what: string): S3Error {
  return new S3Error(400, 'BadRequest', `Insufficient information. ${what}`);
}

function forbidden(why: string): S3Error {
  return new S3Error(403, 'AccessForbidden', `CORSResponse: ${why}`);
}
