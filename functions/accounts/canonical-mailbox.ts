import { splitAddress } from './split-address.ts';

interface Provider {
  /** Domains of the same mailboxes; the first stands for all of them. */
  domains: readonly string[];
  /** Characters that the provider ignores in the local part. */
  ignored?: RegExp;
  /** A character of which one spelling replaces another. */
  replaced?: readonly [from: string, to: string];
}

/** Providers that ignore a tag after `+`, and whose addresses have several spellings. */
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

/** Microsoft Support, "Add or remove an email alias": `name+tag@outlook.com`. Each domain has separate mailboxes. */
const MICROSOFT = /^((outlook|hotmail|live)(\.[a-z]{2,3}){1,2}|msn\.com)$/;

/**
 * Yahoo Help, "Disposable addresses": a base name, a hyphen and a keyword. Other Yahoo addresses contain no hyphen. Yahoo
 * Japan is another company with other rules.
 */
const YAHOO = /^(yahoo(\.[a-z]{2,3}){1,2}|ymail\.com|rocketmail\.com)$/;
const YAHOO_JAPAN = 'yahoo.co.jp';

/** Fastmail Help, "Plus addressing and subdomain addressing": `any@john.fastmail.com` is `john@fastmail.com`. */
const FASTMAIL = /^(?:([^.]+)\.)?(fastmail\.(?:com|fm|net|org|us|co\.uk))$/;

/**
 * The mailbox that receives the mail of an address: in one spelling of those that its provider does not distinguish. Only
 * known providers ignore a tag after `+`: elsewhere it may be a part of another person's address. Use it only to compare
 * addresses: sign-in and mail use the address as typed.
 */
export function toCanonicalMailbox(email: string): string {
  const [local, domain] = splitAddress(email);
  if (domain === undefined) return local;

  const [, owner, fastmail] = FASTMAIL.exec(domain) ?? [];
  if (fastmail !== undefined) return `${owner ?? removeTag(local, '+')}@${fastmail}`;

  if (YAHOO.test(domain) && domain !== YAHOO_JAPAN) {
    return `${removeTag(removeTag(local, '+'), '-')}@${domain}`;
  }
  if (MICROSOFT.test(domain)) return `${removeTag(local, '+')}@${domain}`;

  const provider = PROVIDERS.find(({ domains }) => domains.includes(domain));
  if (provider === undefined) return `${local}@${domain}`;
  const { domains, ignored, replaced } = provider;
  const name = removeTag(local, '+');
  const kept = ignored === undefined ? name : name.replace(ignored, '');
  return `${replaced === undefined ? kept : kept.replaceAll(...replaced)}@${domains[0] ?? domain}`;
}

/**
 * The mailbox that can receive welcome credits. Most servers ignore a tag after `+`, so it is removed for every domain. Where
 * it is an ordinary letter, a person misses only the gift.
 */
export function toWelcomeMailbox(email: string): string {
  const [local, domain] = splitAddress(email);
  return toCanonicalMailbox(domain === undefined ? local : `${removeTag(local, '+')}@${domain}`);
}

/** Removes the tag, unless the local part consists of it only. */
function removeTag(local: string, separator: string): string {
  const end = local.indexOf(separator);
  return end > 0 ? local.slice(0, end) : local;
}
