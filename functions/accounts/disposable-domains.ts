/** In characters, as RFC 1035 limits a name. Each suffix of the domain is looked up, which takes quadratic time. */
const MAX_DOMAIN_LENGTH = 253;

let blocklist: Promise<ReadonlySet<string>> | undefined;

/**
 * Whether an address belongs to a domain of throw-away mailboxes, or to a subdomain of one. The list is large, so it is
 * loaded at the first use and is not part of the bundle (../../infra/build/functions.ts).
 */
export async function hasDisposableDomain(email: string): Promise<boolean> {
  blocklist ??= import('disposable-email-domains-js').then((list) => list.disposableEmailBlocklistSet());
  const domains = await blocklist;
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .slice(-MAX_DOMAIN_LENGTH)
    .toLowerCase()
    .replace(/\.$/, '')
    .split('.');
  return labels.some((_, index) => domains.has(labels.slice(index).join('.')));
}
