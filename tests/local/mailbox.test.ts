import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createMailbox } from '../../local/emulators/mailbox.ts';

const at = Date.parse('2026-11-21T09:30:00.000Z');
const mail = (code: string) => ({ to: 'ann@example.com', subject: 'Your code', text: `It is ${code}`, code });

describe('the mailbox', () => {
  test('lists e-mails newest first, with the time', () => {
    const mailbox = createMailbox({ now: () => at });
    mailbox.deliver(mail('111111'));
    mailbox.deliver(mail('222222'));
    expect(mailbox.list()).toEqual([
      { ...mail('222222'), at: '2026-11-21T09:30:00.000Z' },
      { ...mail('111111'), at: '2026-11-21T09:30:00.000Z' },
    ]);
  });

  test('keeps the last two hundred e-mails between runs', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'mailbox-'));
    try {
      const before = createMailbox({ dataDir });
      for (let i = 0; i < 201; i += 1) before.deliver(mail(String(i).padStart(6, '0')));
      const after = createMailbox({ dataDir });
      expect(after.list()).toEqual(before.list());
      expect(after.list()).toHaveLength(200);
      expect(after.list()[0]?.code).toBe('000200');

      await writeFile(join(dataDir, 'mailbox.json'), '[{}]');
      expect(() => createMailbox({ dataDir })).toThrow('is not the state of an emulator. Move it away');
    } finally {
      await rm(dataDir, { recursive: true });
    }
  });
});

describe('the page of the mailbox', () => {
  test('shows each e-mail as an article of a list, with its code', () => {
    const mailbox = createMailbox({ now: () => at });
    expect(mailbox.page()).toContain('<h2>No mail yet</h2>');
    mailbox.deliver(mail(''));
    expect(mailbox.page()).not.toContain('class="code"');
    mailbox.deliver(mail('123456'));
    const page = mailbox.page();
    expect(page).toMatch(/<main>\s*<ol role="list">\s*<li>\s*<article>/);
    for (const text of [
      '<h1>Local mailbox</h1>',
      '<h2>Your code</h2>',
      '<strong>123456</strong>',
      '<time datetime="2026-11-21T09:30:00.000Z">',
      '2 messages.',
    ]) {
      expect(page).toContain(text);
    }
  });

  test.each([
    [
      'http://localhost/auth?view=verify_otp&code=123456',
      '/auth?view=verify_otp&amp;code=123456" target="_blank"',
    ],
    ['javascript:alert(1)', undefined],
  ])('for the link %s of an e-mail has a link that contains %s', (link, text) => {
    const mailbox = createMailbox();
    mailbox.deliver({ ...mail('123456'), link });
    if (text === undefined) expect(mailbox.page()).not.toContain('Open the link');
    else expect(mailbox.page()).toContain(text);
  });

  test('shows a picture that is attached, and no other file', () => {
    const mailbox = createMailbox();
    const deliver = (type: string) =>
      mailbox.deliver({ ...mail(''), attachment: { name: 'picture.jpg', type, content: 'AAAA' } });
    deliver('image/jpeg');
    deliver('text/html');

    expect(mailbox.page().match(/<img [^>]*>/g)).toEqual([
      '<img src="data:image/jpeg;base64,AAAA" alt="picture.jpg" />',
    ]);
  });

  test('escapes the content of an e-mail', () => {
    const mailbox = createMailbox();
    const malicious = `"'><script>alert(1)</script>&amp;`;
    mailbox.deliver({ to: malicious, subject: malicious, text: malicious, code: malicious });
    const escaped = '&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;';
    expect(mailbox.page().split(escaped)).toHaveLength(5);
    expect(mailbox.page()).not.toContain('<script');
  });
});
