/**
 * Services that give a person any number of addresses for one mailbox. The list of disposable domains leaves them out, because
 * they protect the privacy of real people; welcome credits are given once for each mailbox, which such an address hides.
 * Subdomains count, too: addy.io gives each user one (`any@name.anonaddy.com`).
 */
export const RELAY_DOMAINS: ReadonlySet<string> = new Set(
  [
    // RFC 2606: no such domain exists. The temporary users of the smoke test have addresses there.
    'invalid',
    // Apple Support, "Hide My Email". Sign in with Apple and iCloud+ give out any number of them.
    'privaterelay.appleid.com',
    // DuckDuckGo Help, "Email Protection".
    'duck.com',
    // Mozilla Support, "Firefox Relay".
    'mozmail.com relay.firefox.com',
    // SimpleLogin and Proton Pass, the domains that they offer for a new alias (simple-login/app; Proton Support).
    'simplelogin.com simplelogin.co simplelogin.io simplelogin.fr slmail.me slmails.com silomails.com',
    'aleeas.com 8alias.com 8shield.net dralias.com passmail.net passmail.com passinbox.com passfwd.com',
    // addy.io Help Centre, "What are the different kinds of aliases?", and the domains of its API.
    'addy.io anonaddy.com anonaddy.me addymail.com 4wrd.cc mailer.me',
    // The sites of the services.
    '33mail.com aliasvault.net burnermail.io cloaked.id erine.email spamgourmet.com use.startmail.com',
    // Fastmail Help, "Domains": an account can have hundreds of addresses at them. Its main domains are counted instead.
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
