import { describe, expect, it } from 'vitest';
import { toCanonicalMailbox } from '../../../functions/accounts/canonical-mailbox.ts';

describe('the canonical mailbox', () => {
  it.each([
    ['john@example.com', ['John+1@Example.com', ' john+a+b@example.com ', 'john@example.com.']],
    ['john.doe@example.com', ['john.doe+x@example.com']],
    ['johndoe@gmail.com', ['john.doe@gmail.com', 'J.o.h.n.Doe+x@GoogleMail.com']],
    ['john.doe@outlook.com', ['john.doe+x@outlook.com']],
    ['john@hotmail.com', ['john+x@hotmail.com']],
    ['john@yahoo.co.uk', ['john-shop@yahoo.co.uk', 'john-shop+x@yahoo.co.uk']],
    ['john-doe@yahoo.co.jp', ['john-doe@yahoo.co.jp']],
    ['john@icloud.com', ['john+x@icloud.com', 'john@me.com', 'john@mac.com']],
    [
      'johndoe@proton.me',
      ['john.doe@proton.me', 'j.o_h-n.d.oe@proton.me', 'john_doe+x@protonmail.com', 'John-Doe@pm.me'],
    ],
    ['john@fastmail.com', ['john+x@fastmail.com', 'shop@john.fastmail.com', 'a@john.fastmail.com']],
    ['john-van-doe@yandex.ru', ['john.van.doe@yandex.com', 'john-van-doe+x@ya.ru']],
    // A local part that consists of a tag only stays as it is.
    ['+@example.com', ['+@example.com']],
  ])('%s stands for %j', (mailbox, spellings) => {
    expect(spellings.map(toCanonicalMailbox)).toEqual(spellings.map(() => mailbox));
  });

  it.each([
    ['dots outside Gmail', 'john.doe@example.com', 'johndoe@example.com'],
    ['a hyphen outside Yahoo', 'john-a@example.com', 'john-b@example.com'],
    ['the domains of Microsoft', 'john@outlook.com', 'john@hotmail.com'],
    ['a subdomain outside Fastmail', 'a@john.example.com', 'a@example.com'],
  ])('keeps %s apart, because they are different people', (_, one, other) => {
    expect(toCanonicalMailbox(one)).not.toBe(toCanonicalMailbox(other));
  });
});
