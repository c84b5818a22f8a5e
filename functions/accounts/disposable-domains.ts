import { getDomain } from './email-domain.ts';
import { RELAY_DOMAINS } from './relay-domains.ts';

let blocklist: Promise<ReadonlySet<string>> | undefined;

/**
 * Whether an address belongs to a domain of throw-away mailboxes or of a relay, or to a subdomain of one. The list is large,
 * so it is loaded at the first use and is not part of the bundle (../../infra/build/functions.ts).
 */
export async function hasDisposableDomain(email: string): Promise<boolean> {
  blocklist ??= import('disposable-email-domains-js').then((list) => list.disposableEmailBlocklistSet());
  const disposable = await blocklist;
  const labels = getDomain(email).split('.');
  const domains = labels.map((_, index) => labels.slice(index).join('.'));
  return domains.some((domain) => disposable.has(domain) || RELAY_DOMAINS.has(domain));
}
