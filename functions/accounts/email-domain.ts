/**
 * Providers where each mailbox costs its owner a phone number or similar work, and which so many people use that a limit per
 * domain would refuse real ones. A domain that is missing only defers the welcome credits of its sixth user of a day.
 */
const LARGE_PROVIDERS: ReadonlySet<string> = new Set(
  [
    'gmail.com googlemail.com icloud.com me.com mac.com aol.com',
    'outlook.com outlook.de outlook.fr outlook.es outlook.it outlook.jp outlook.com.br msn.com',
    'hotmail.com hotmail.co.uk hotmail.de hotmail.fr hotmail.es hotmail.it hotmail.ca hotmail.com.br',
    'live.com live.co.uk live.de live.fr live.it live.nl live.ca live.com.mx',
    'yahoo.com yahoo.co.uk yahoo.co.in yahoo.co.jp yahoo.co.id yahoo.com.br yahoo.com.mx yahoo.com.ar yahoo.com.au',
    'yahoo.ca yahoo.de yahoo.es yahoo.fr yahoo.in yahoo.it ymail.com rocketmail.com',
    'gmx.de gmx.net gmx.at gmx.ch gmx.com web.de t-online.de freenet.de',
    'proton.me protonmail.com pm.me tutanota.com tuta.io',
    'orange.fr wanadoo.fr free.fr laposte.net sfr.fr libero.it virgilio.it tiscali.it telenet.be ziggo.nl',
    'mail.ru bk.ru list.ru inbox.ru yandex.ru yandex.com ya.ru rambler.ru ukr.net seznam.cz wp.pl o2.pl onet.pl interia.pl',
    'qq.com foxmail.com 163.com 126.com sina.com naver.com daum.net hanmail.net docomo.ne.jp rediffmail.com',
    'comcast.net att.net verizon.net sbcglobal.net cox.net btinternet.com sky.com virginmedia.com',
    'uol.com.br bol.com.br terra.com.br bigpond.com',
  ].flatMap((domains) => domains.split(' ')),
);

/** In characters, as RFC 1035 limits a name. Each suffix of a domain is looked up, which takes quadratic time. */
const MAX_DOMAIN_LENGTH = 253;

/** The part of an address behind the last @, in one spelling. */
export function getDomain(email: string): string {
  return email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .slice(-MAX_DOMAIN_LENGTH)
    .toLowerCase()
    .replace(/\.$/, '');
}

/**
 * The domain under which the owner of an address registered it: all subdomains have one owner, who can make any number of
 * mailboxes. Suffixes of private registries, such as `duckdns.org`, count as one domain. The list of suffixes is large, so it
 * is loaded at the first use and is not part of the bundle (../../infra/build/functions.ts).
 * @returns undefined for a large provider.
 */
export async function findRegistrableDomain(email: string): Promise<string | undefined> {
  const domain = getDomain(email);
  if (LARGE_PROVIDERS.has(domain)) return undefined;
  const { getDomain: toRegistrableDomain } = await import('tldts-icann');
  return toRegistrableDomain(domain) ?? domain;
}
