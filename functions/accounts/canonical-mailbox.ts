interface Provider {
  /** Domains of the same mailboxes; the first stands for all of them. */
  domains: readonly string[];
  /** Characters that the provider ignores in the local part. */
  ignored?: RegExp;
  /** A character of which one spelling replaces another. */
  replaced?: readonly [from: string, to: string];
}

/**
 * Providers whose addresses have several spellings. The domains of Microsoft, and most of the others, are separate
 * mailboxes that ignore only a tag after `+`, which `toCanonicalMailbox` removes for every domain.
 */
const PROVIDERS: readonly Provider[] = [
  // Gmail Help, "Dots don't matter in Gmail addresses".
  { domains: ['gmail.com', 'googlemail.com'], ignored: /\./g },
  // Apple Support, "If you have an @mac.com or @me.com email address": all three lead to one account.
  { domains: ['icloud.com', 'me.com', 'mac.com'] },
  // Proton Support, "Addresses and aliases"; ProtonMail/WebClients, `canonicalizeInternalEmail`, for the characters.
  { domains: ['proton.me', 'protonmail.com', 'pm.me', 'protonmail.ch'], ignored: /[._-]/g },
  // Yandex Help, "Mailbox aliases": one mailbox in all domains. Its logins treat a dot and a hyphen alike.
  {
    domains: ['yandex.ru', 'yandex.com', 'ya.ru', 'yandex.by', 'yandex.kz', 'yandex.ua', 'yandex.com.tr'],
    replaced: ['.', '-'],
  },
];

/**
 * Yahoo Help, "Disposable addresses": a base name, a hyphen and a keyword. Other Yahoo addresses contain no hyphen. Yahoo
 * Japan is another company with other rules.
 */
const YAHOO = /^(yahoo(\.[a-z]{2,3}){1,2}|ymail\.com|rocketmail\.com)$/;
const YAHOO_JAPAN = 'yahoo.co.jp';

/** Fastmail Help, "Plus addressing and subdomain addressing": `any@john.fastmail.com` is `john@fastmail.com`. */
const FASTMAIL_SUBDOMAIN = /^([^.]+)\.(fastmail\.(?:com|fm|net|org|us|co\.uk))$/;

/**
 * The mailbox that receives the mail of an address: without a tag, and in one spelling of those that its provider does not
 * distinguish. Use it only to compare addresses: sign-in and mail use the address as typed.
 */
export function toCanonicalMailbox(email: string): string {
  const address = email.trim().toLowerCase().replace(/\.$/, '');
  const separator = address.lastIndexOf('@');
  if (separator < 0) return address;
  const [local, domain] = [address.slice(0, separator), address.slice(separator + 1)];

  const [, owner, parent] = FASTMAIL_SUBDOMAIN.exec(domain) ?? [];
  if (owner !== undefined && parent !== undefined) return `${owner}@${parent}`;

  const name = removeTag(local, '+');
  if (YAHOO.test(domain) && domain !== YAHOO_JAPAN) return `${removeTag(name, '-')}@${domain}`;

  const provider = PROVIDERS.find(({ domains }) => domains.includes(domain));
  if (provider === undefined) return `${name}@${domain}`;
  const { domains, ignored, replaced } = provider;
  const kept = ignored === undefined ? name : name.replace(ignored, '');
  return `${replaced === undefined ? kept : kept.replaceAll(...replaced)}@${domains[0] ?? domain}`;
}

/** Removes the tag, unless the local part consists of it only. */
function removeTag(local: string, separator: string): string {
  const end = local.indexOf(separator);
  return end > 0 ? local.slice(0, end) : local;
}
