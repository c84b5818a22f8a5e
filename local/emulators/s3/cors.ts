import { S3Error } from './responses.ts';
import type { S3Request } from './request.ts';

/** One rule of a bucket's CORS configuration. An origin or a header is `*` or a whole name. */
export interface CorsRule {
  allowedOrigins: string[];
  allowedMethods: string[];
  allowedHeaders?: string[];
  maxAgeSeconds?: number;
}

/**
 * Answers a preflight request, which browsers do not sign (Amazon S3 User Guide, "How does Amazon S3 evaluate the
 * CORS configuration on a bucket?").
 * @returns the headers of the 200.
 * @throws S3Error AccessForbidden when no rule matches.
 */
export function answerPreflight(rules: CorsRule[], { headers }: S3Request): Record<string, string> {
  const origin = headers.get('origin') ?? '';
  const method = headers.get('access-control-request-method') ?? '';
  const requested = headers.get('access-control-request-headers') ?? '';
  const names = requested.split(',').map((name) => name.trim().toLowerCase());
  const rule = rules.find((candidate) => allows(candidate, origin, method, names));
  if (rule === undefined) {
    throw new S3Error(403, 'AccessForbidden', 'CORSResponse: This CORS request is not allowed.');
  }
  return { ...ruleHeaders(rule, origin), 'access-control-allow-headers': requested };
}

/** The headers that the matching rule adds to a response; none when no rule matches. */
export function corsHeaders(rules: CorsRule[], { headers, method }: S3Request): Record<string, string> {
  const origin = headers.get('origin');
  if (origin === undefined) return {};
  const rule = rules.find((candidate) => allows(candidate, origin, method, []));
  return rule === undefined ? {} : ruleHeaders(rule, origin);
}

function ruleHeaders(rule: CorsRule, origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': rule.allowedOrigins.includes('*') ? '*' : origin,
    'access-control-allow-methods': rule.allowedMethods.join(', '),
    ...(rule.maxAgeSeconds !== undefined && { 'access-control-max-age': String(rule.maxAgeSeconds) }),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  };
}

function allows(rule: CorsRule, origin: string, method: string, requested: string[]): boolean {
  const allowedHeaders = (rule.allowedHeaders ?? []).map((header) => header.toLowerCase());
  return (
    includes(rule.allowedOrigins, origin) &&
    rule.allowedMethods.includes(method) &&
    requested.every((header) => header === '' || includes(allowedHeaders, header))
  );
}

const includes = (allowed: string[], name: string) => allowed.includes('*') || allowed.includes(name);
