import { splitAddress } from './split-address.ts';

interface Provider {
  /** The domains of the same mailboxes. The first domain represents all of them. */
  domains: readonly string[];
  /** The characters that the provider ignores in the local part. */
  ignored?: RegExp;
  /** A character that the provider treats like another character. `to` replaces `from`. */
  replaced?: readonly [from: string, to: string];
}

/** The providers that ignore a tag after `+`, and whose addresses have several spellings. */
const PROVIDERS: readonly Provider[] = [
  // Gmail Help, "Dots don't matter in Gmail addresses".
  { domains: ['gmail.com', 'googlemail.com'], ignored: /\./g },
  // Apple Support, "If you have an @mac.com or @me.com email address": all three domains lead to one account.
  { domains: ['icloud.com', 'me.com', 'mac.com'] },
  // Proton Support, "Addresses and aliases". The characters come from `canonicalizeInternalEmail` in ProtonMail/WebClients.
  { domains: ['proton.me', 'protonmail.com', 'pm.me', 'protonmail.ch'], ignored: /[._-]/g },
  // Yandex Help, "Mailbox aliases": an account has one mailbox in all domains. Its login treats a dot and a hyphen as equal.
  {
    domains: ['yandex.ru', 'yandex.com', 'ya.ru', 'yandex.by', 'yandex.kz', 'yandex.ua', 'yandex.com.tr'],
    replaced: ['.', '-'],
  },
];

/**
 * Matches the domains of Microsoft, which allow a tag: `name+tag@outlook.com` (Microsoft Support, "Add or remove an email alias"). Each
 * domain has separate mailboxes.
 */
const MICROSOFT = /^((outlook|hotmail|live)(\.[a-z]{2,3}){1,2}|msn\.com)$/;

/**
 * Matches the domains of Yahoo. A disposable address has a base name, a hyphen and a keyword (Yahoo Help, "Disposable addresses"). Other
 * Yahoo addresses contain no hyphen. Yahoo Japan is another company with other rules.
 */
const YAHOO = /^(yahoo(\.[a-z]{2,3}){1,2}|ymail\.com|rocketmail\.com)$/;
const YAHOO_JAPAN = 'yahoo.co.jp';

/**
 * Matches the domains of Fastmail: `any@john.fastmail.com` is `john@fastmail.com` (Fastmail Help, "Plus addressing and subdomain
 * addressing").
 */
const FASTMAIL = /^(?:([^.]+)\.)?(fastmail\.(?:com|fm|net|org|us|co\.uk))$/;

/**
 * Returns the mailbox that receives the mail of an address, in one spelling for all addresses that its provider does not distinguish. A tag
 * after `+` is removed only for known providers: at another provider, the tag may be a part of another person's address. Use the result
 * only to compare addresses. Sign-in and mail use the address as typed.
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
 * Returns the mailbox that can receive welcome credits. Most servers ignore a tag after `+`, so the tag is removed for every domain. If `+`
 * is an ordinary character at a server, a person loses only the welcome credits.
 */
export function toWelcomeMailbox(email: string): string {
  const [local, domain] = splitAddress(email);
  return toCanonicalMailbox(domain === undefined ? local : `${removeTag(local, '+')}@${domain}`);
}

/** Removes the tag, unless the local part has no other text. */
function removeTag(local: string, separator: string): string {
  const end = local.indexOf(separator);
  return end > 0 ? local.slice(0, end) : local;
}
