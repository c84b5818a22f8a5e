import { splitAddress } from './split-address.ts';

/**
 * The services that give a person any number of addresses for one mailbox. The list of disposable domains does not contain these services,
 * because they protect the privacy of real people. Each mailbox can receive welcome credits only once, and such an address hides its
 * mailbox. Subdomains also count, because addy.io gives each user a subdomain (`any@name.anonaddy.com`).
 */
const RELAY_DOMAINS: ReadonlySet<string> = new Set(
  [
    // RFC 2606: this domain never exists. The temporary users of the smoke test have addresses in this domain.
    'invalid',
    // Apple Support, "Hide My Email". Sign in with Apple and iCloud+ give out any number of these addresses.
    'privaterelay.appleid.com',
    // DuckDuckGo Help, "Email Protection".
    'duck.com',
    // Mozilla Support, "Firefox Relay".
    'mozmail.com relay.firefox.com',
    // The domains that SimpleLogin and Proton Pass offer for a new alias (simple-login/app; Proton Support).
    'simplelogin.com simplelogin.co simplelogin.io simplelogin.fr slmail.me slmails.com silomails.com',
    'aleeas.com 8alias.com 8shield.net dralias.com passmail.net passmail.com passinbox.com passfwd.com',
    // addy.io Help Centre, "What are the different kinds of aliases?", and the domains that its API lists.
    'addy.io anonaddy.com anonaddy.me addymail.com 4wrd.cc mailer.me',
    // The domains come from the sites of the services.
    '33mail.com aliasvault.net burnermail.io cloaked.id erine.email spamgourmet.com use.startmail.com',
    // Fastmail Help, "Domains": an account can have hundreds of addresses in these domains. The main domains of Fastmail are not in this
    // list: the limit of a domain applies to them.
    '123mail.org 150mail.com 150ml.com 16mail.com 2-mail.com 4email.net 50mail.com airpost.net allmail.net bestmail.us',
    'cluemail.com elitemail.org emailcorner.net emailengine.net emailengine.org emailgroups.net emailplus.org',
    'emailuser.net eml.cc f-m.fm fast-email.com fast-mail.org fastem.com fastemail.us fastemailer.com fastest.cc',
    'fastimap.com fastmailbox.net fastmessaging.com fea.st fmail.co.uk fmailbox.com fmgirl.com fmguy.com ftml.net',
    'h-mail.us hailmail.net imap-mail.com imap.cc imapmail.org inoutbox.com internet-e-mail.com internet-mail.org',
    'internetemails.net internetmailing.net jetemail.net justemail.net letterboxes.org mail-central.com mail-page.com',
    'mailandftp.com mailas.com mailbolt.com mailc.net mailcan.com mailforce.net mailftp.com mailhaven.com',
    'mailingaddress.org mailite.com mailmight.com mailnew.com mailsent.net mailservice.ms mailup.net mailworks.org',
    'ml1.net mm.st myfastmail.com mymacmail.com nospammail.net ownmail.net petml.com postinbox.com postpro.net',
    'proinbox.com promessage.com realemail.net reallyfast.biz reallyfast.info rushpost.com sent.as sent.at sent.com',
    'speedpost.net speedymail.org ssl-mail.com swift-mail.com the-fastest.net the-quickest.com theinternetemail.com',
    'veryfast.biz veryspeedy.net warpmail.net xsmail.com yepmail.net your-mail.com',
  ].flatMap((domains) => domains.split(' ')),
);

/**
 * The providers with so many users that the limit of a domain would refuse real people. Each text lists the domains of one provider, and
 * its first domain names the provider. Each mailbox costs its owner a phone number or similar work. But an account of Apple or Microsoft
 * has several addresses, and nothing connects these addresses. A provider therefore also has a limit, which is higher. If the list lacks a
 * domain, the welcome credits of its sixth user in a day are only deferred.
 */
const LARGE_PROVIDERS: ReadonlyMap<string, string> = new Map(
  [
    'gmail.com googlemail.com',
    'icloud.com me.com mac.com',
    'outlook.com outlook.de outlook.fr outlook.es outlook.it outlook.jp outlook.com.br msn.com hotmail.com hotmail.co.uk ' +
      'hotmail.de hotmail.fr hotmail.es hotmail.it hotmail.ca hotmail.com.br live.com live.co.uk live.de live.fr live.it ' +
      'live.nl live.ca live.com.mx',
    'yahoo.com yahoo.co.uk yahoo.co.in yahoo.co.id yahoo.com.br yahoo.com.mx yahoo.com.ar yahoo.com.au yahoo.ca yahoo.de ' +
      'yahoo.es yahoo.fr yahoo.in yahoo.it ymail.com rocketmail.com aol.com',
    'yahoo.co.jp',
    'gmx.de gmx.net gmx.at gmx.ch gmx.com web.de',
    'proton.me protonmail.com pm.me',
    'tutanota.com tuta.io',
    'mail.ru bk.ru list.ru inbox.ru',
    'yandex.ru yandex.com ya.ru',
    'orange.fr wanadoo.fr',
    'libero.it virgilio.it',
    'wp.pl o2.pl',
    'qq.com foxmail.com',
    '163.com 126.com',
    'daum.net hanmail.net',
    'att.net sbcglobal.net',
    'uol.com.br bol.com.br',
    ...'t-online.de freenet.de free.fr laposte.net sfr.fr tiscali.it telenet.be ziggo.nl rambler.ru ukr.net'.split(
      ' ',
    ),
    ...'seznam.cz onet.pl interia.pl sina.com naver.com docomo.ne.jp rediffmail.com comcast.net verizon.net'.split(
      ' ',
    ),
    ...'cox.net btinternet.com sky.com virginmedia.com terra.com.br bigpond.com'.split(' '),
  ].flatMap((provider) => {
    const domains = provider.split(' ');
    return domains.map((domain): [string, string] => [domain, domains[0] ?? domain]);
  }),
);

/** The owner of addresses that share a limit of welcome credits: a large provider, or the owner of a domain. */
export interface AddressOwner {
  limit: 'providerWelcomes' | 'domainWelcomes';
  domain: string;
}

/**
 * Finds the owner of an address. All subdomains of a registered domain have the same owner, who can make any number of mailboxes. A suffix
 * of a private registry, such as `duckdns.org`, counts as one domain. The list of suffixes is large, so it loads at the first use and is
 * not part of the bundle (../../infra/build/bundle-functions.ts).
 */
export async function findAddressOwner(email: string): Promise<AddressOwner> {
  const [, domain = ''] = splitAddress(email);
  const provider = LARGE_PROVIDERS.get(domain);
  if (provider !== undefined) return { limit: 'providerWelcomes', domain: provider };
  const { getDomain: toRegistrableDomain } = await import('tldts-icann');
  return { limit: 'domainWelcomes', domain: toRegistrableDomain(domain) ?? domain };
}

let blocklist: Promise<ReadonlySet<string>> | undefined;

/**
 * Reports whether an address belongs to a domain of disposable mailboxes, to a domain of a relay, or to a subdomain of these domains. The
 * list is large, so it loads at the first use and is not part of the bundle (../../infra/build/bundle-functions.ts).
 */
export async function hasDisposableDomain(email: string): Promise<boolean> {
  blocklist ??= import('disposable-email-domains-js').then((list) => list.disposableEmailBlocklistSet());
  const disposable = await blocklist;
  const [, domain = ''] = splitAddress(email);
  const labels = domain.split('.');
  const domains = labels.map((_, index) => labels.slice(index).join('.'));
  return domains.some((each) => disposable.has(each) || RELAY_DOMAINS.has(each));
}
