import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseVideoReference } from '#contract/video-reference.ts';
import { HOSTS, linkParts } from '../support/hostile-links.ts';
import { codePoint } from '../support/code-point.ts';

const ID = 'dQw4w9WgXcQ';
const CHANNEL_ID = 'UCuAXFkgsw1L7xaCfnd5JJOw';
const video = { kind: 'video', id: ID };

const videoId = fc.stringMatching(/^[\w-]{11}$/);
const channelId = fc.stringMatching(/^UC[\w-]{22}$/);
const handle = fc.stringMatching(/^[a-z0-9_-]{3,30}$/);
const host = fc.constantFrom(
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'YouTube.com',
);
const scheme = fc.constantFrom('', 'https://', 'http://', 'HTTPS://');
const parameters = fc
  .array(
    fc.tuple(fc.constantFrom('t', 'si', 'list', 'index', 'feature', 'pp'), fc.stringMatching(/^[\w-]{0,8}$/)),
  )
  .map((pairs) => pairs.map((pair) => pair.join('=')));

/** Every documented form of a link, and the reference it must give. */
const documentedLink = fc
  .record({ videoId, channelId, handle, host, scheme, parameters, at: fc.nat() })
  .chain(
    ({
      videoId: id,
      channelId: channel,
      handle: name,
      host: domain,
      scheme: start,
      parameters: extra,
      at,
    }) => {
      const query = extra.length > 0 ? `?${extra.join('&')}` : '';
      const watch = extra.toSpliced(at % (extra.length + 1), 0, `v=${id}`).join('&');
      const ofVideo = { kind: 'video', id };
      return fc.constantFrom(
        [`${start}${domain}/watch?${watch}`, ofVideo] as const,
        [`${start}youtu.be/${id}${query}`, ofVideo] as const,
        [`${start}${domain}/shorts/${id}${query}`, ofVideo] as const,
        [`${start}${domain}/live/${id}${query}`, ofVideo] as const,
        [`${start}${domain}/embed/${id}${query}`, ofVideo] as const,
        [`${start}${domain}/@${name}${query}`, { kind: 'channel', handle: name }] as const,
        [`${start}${domain}/channel/${channel}/${query}`, { kind: 'channel', channelId: channel }] as const,
      );
    },
  );

/** Parts of words, markup and links. */
const PARTS = [
  ...['[', '](', ')', '!', '<a href="', '">', '</a>', '<', '>', '"', '«', '»', '_', '[url=', ']', '[/url]'],
  ...[
    ' ',
    '。',
    '\u200b',
    'é',
    '猫',
    'a',
    '.',
    ':',
    '/',
    '@',
    'www.',
    'youtu.be/',
    'youtube.com/@',
    `/${ID}`,
  ],
  ...['http', 'https:', `youtu.be/${ID}`],
];

/** Words of a prompt without a link. */
const word = fc
  .stringMatching(/^[a-zé0-9@:#&=%/?.,!()-]{1,12}$/)
  .filter((text) => !/https?:[/\\]|:[/\\]{2}|www\.|youtu/.test(text));
const words = fc.array(word, { maxLength: 6 });

describe('parseVideoReference', () => {
  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: codePoint, maxLength: 300 }),
        fc.constantFrom('', 'https://youtu.be/', 'youtube.com/@'),
        (text, start) => {
          expect(parseVideoReference(start + text)).toBeTypeOf('object');
        },
      ),
      { numRuns: 200 },
    );
  });

  it('accepts every documented form and returns the other words', () => {
    fc.assert(
      fc.property(documentedLink, words, words, ([link, reference], before, after) => {
        expect(parseVideoReference([...before, link, ...after].join(' '))).toEqual({
          reference,
          text: [...before, ...after].join(' '),
        });
      }),
      { numRuns: 200 },
    );
  });

  it('never leaves a link in the words of a prompt', () => {
    const part = fc.array(fc.constantFrom(...PARTS), { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(part, part, (before, after) => {
        const parsed = parseVideoReference(before + `https://youtu.be/${ID}` + after);
        if ('error' in parsed) return;
        expect(parsed.reference).toBeDefined();
        expect(parseVideoReference(parsed.text)).toEqual({ reference: undefined, text: parsed.text });
      }),
      { numRuns: 1_000 },
    );
  });

  it('accepts a link only with a host of YouTube, without user and port', () => {
    fc.assert(
      fc.property(linkParts, (parts) => {
        const link = Object.values(parts).join('');
        const parsed = parseVideoReference(`a cat ${link}`);
        if ('error' in parsed || parsed.reference === undefined) return;
        expect(HOSTS, link).toContain(parts.host);
        expect(parts.userinfo + parts.port, link).toBe('');
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['a prompt without a link', ' A cat,\n on amazon.com ', 'A cat,\n on amazon.com'],
    ['a domain without a scheme', 'amazon.com/watch?v=x', 'amazon.com/watch?v=x'],
    ['a YouTube domain without a path', 'how youtube.com began', 'how youtube.com began'],
    ['a longer domain without a scheme', `notyoutube.com/watch?v=${ID}`, `notyoutube.com/watch?v=${ID}`],
    ['a handle', 'made with @creator', 'made with @creator'],
  ])('leaves %s as text', (_, prompt, text) => {
    expect(parseVideoReference(prompt)).toEqual({ reference: undefined, text });
  });

  it.each([
    ['in brackets', `like (https://youtu.be/${ID}).`, 'like'],
    ['in quotes', `“https://youtu.be/${ID}”, with a cat`, 'with a cat'],
    ['after a colon', `style:https://youtu.be/${ID}`, 'style:'],
    ['on a separate line', `a cat\n\nyoutube.com/watch?v=${ID}\n`, 'a cat'],
    ['with a slash at its end', `https://youtu.be/${ID}/`, ''],
    ['with a fragment', `https://www.youtube.com/watch?v=${ID}#t=30`, ''],
  ])('finds a link %s', (_, prompt, text) => {
    expect(parseVideoReference(prompt)).toEqual({ reference: video, text });
  });

  it.each([
    ['with international letters', 'youtube.com/@日本語チャンネル', '日本語チャンネル'],
    ['with percent encoding', 'https://www.youtube.com/@%E6%97%A5%E6%9C%AC%E8%AA%9E', '日本語'],
    ['with a tab', 'https://www.youtube.com/@creator', 'creator'],
  ])('accepts a handle %s', (_, prompt, name) => {
    expect(parseVideoReference(prompt)).toEqual({ reference: { kind: 'channel', handle: name }, text: '' });
  });

  const two = 'severalLinks';
  const other = 'otherSite';
  const malformed = 'malformedLink';
  it.each([
    ['two links', `https://youtu.be/${ID} https://youtu.be/${ID}`, two],
    ['two links joined by a comma', `https://youtu.be/${ID},https://youtu.be/${ID}`, two],
    ['a link and another site', `https://youtu.be/${ID} https://evil.com`, two],
    ['another site', 'a cat from https://amazon.com/x', other],
    ['another subdomain', `https://a.youtube.com/watch?v=${ID}`, other],
    ['a subdomain of the short host', `https://m.youtu.be/${ID}`, other],
    ['a trailing dot', `https://youtube.com./watch?v=${ID}`, other],
    ['a port', `https://youtube.com:443/watch?v=${ID}`, other],
    ['a user', `https://user@youtube.com/watch?v=${ID}`, other],
    ['an id that is too short', 'https://youtu.be/dQw4w9WgXc', malformed],
    ['an id that is too long', `https://youtu.be/${ID}Q`, malformed],
    ['no id', 'https://www.youtube.com/watch?list=PL1', 'playlist'],
    ['an encoded slash', `https://www.youtube.com/shorts%2F${ID}`, malformed],
    ['a path after the id', `https://youtu.be/${ID}/../../x`, malformed],
    ['a playlist', 'youtube.com/playlist?list=PL1', 'playlist'],
    ['an embedded playlist', 'https://www.youtube.com/embed/videoseries?list=PL1', 'playlist'],
    ['a broken percent encoding', 'https://www.youtube.com/@%E6%97', malformed],
    ['a channel id that is too short', 'https://www.youtube.com/channel/UC123', malformed],
    ['the home page', 'https://www.youtube.com', malformed],
  ])('refuses %s and names the problem', (_, prompt, problem) => {
    expect(parseVideoReference(prompt)).toEqual({ error: problem });
  });

  it('accepts a channel link that ends with a tab', () => {
    expect(parseVideoReference(`https://youtube.com/channel/${CHANNEL_ID}/videos?x=1`)).toEqual({
      reference: { kind: 'channel', channelId: CHANNEL_ID },
      text: '',
    });
  });
});
