import { domainToASCII } from 'node:url';

/** The longest name in DNS, in characters (RFC 1035). */
const MAX_DOMAIN_LENGTH = 253;

/**
 * Splits an address into its local part and its domain, each in one spelling. Both parts are in lower case. Comments, quotes and
 * backslashes are removed, because they do not change an address (RFC 5322, section 3.2). The domain is in the ASCII form of DNS.
 * @returns only one part, the text, if the text has no @.
 */
export function splitAddress(email: string): [local: string, domain?: string] {
  const address = removeComments(email.trim().toLowerCase()).replace(/\.$/, '');
  const separator = address.lastIndexOf('@');
  if (separator < 0) return [address];
  const domain = address.slice(separator + 1).slice(-MAX_DOMAIN_LENGTH);
  return [unquote(address.slice(0, separator)), domainToASCII(domain) || domain];
}

/** Removes all text from the first comment to the last comment, because comments can be nested. */
function removeComments(address: string): string {
  const [start, end] = [address.indexOf('('), address.lastIndexOf(')')];
  return start < 0 || end < start ? address : address.slice(0, start) + address.slice(end + 1);
}

function unquote(local: string): string {
  if (local.length < 2 || !local.startsWith('"') || !local.endsWith('"')) return local;
  return local.slice(1, -1).replaceAll('\\', '');
}
