import { domainToASCII } from 'node:url';

/** In characters, as RFC 1035 limits a name. */
const MAX_DOMAIN_LENGTH = 253;

/**
 * Splits an address into its local part and its domain, each in one spelling: in lower case, without a comment, quotes and
 * backslashes, which do not change an address (RFC 5322, section 3.2), and with the domain as DNS knows it.
 * @returns a text without @ as the only part.
 */
export function splitAddress(email: string): [local: string, domain?: string] {
  const address = removeComments(email.trim().toLowerCase()).replace(/\.$/, '');
  const separator = address.lastIndexOf('@');
  if (separator < 0) return [address];
  const domain = address.slice(separator + 1).slice(-MAX_DOMAIN_LENGTH);
  return [unquote(address.slice(0, separator)), domainToASCII(domain) || domain];
}

/** Removes everything from the first comment to the last one, because comments can be nested. */
function removeComments(address: string): string {
  const [start, end] = [address.indexOf('('), address.lastIndexOf(')')];
  return start < 0 || end < start ? address : address.slice(0, start) + address.slice(end + 1);
}

function unquote(local: string): string {
  if (local.length < 2 || !local.startsWith('"') || !local.endsWith('"')) return local;
  return local.slice(1, -1).replaceAll('\\', '');
}
