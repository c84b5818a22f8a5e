import { expect, it } from 'vitest';
import { parseVideoReference } from '#contract/video-reference.ts';

const ID = 'dQw4w9WgXcQ';
/** An id that ends with marks of an address. */
const MARKED = 'a-_w9WgXc-_';
const CHANNEL_ID = 'UCuAXFkgsw1L7xaCfnd5JJOw';
const LINK = `https://youtu.be/${ID}`;
const SITE = 'https://www.youtube.com';
const EMBED =
  `<iframe width="560" height="315" src="${SITE}/embed/${ID}?si=x-Y_z" title="YouTube video player" ` +
  'frameborder="0" allow="accelerometer; autoplay; picture-in-picture; web-share" ' +
  'referrerpolicy="strict-origin-when-cross-origin" allowfullscreen></iframe>';

/** Prompts with a link to the video, and their words without the link. */
const VIDEOS: Record<string, [prompt: string, text: string][]> = {
  'markup of a text': [
    [`[words](${LINK})`, 'words'],
    [`a cat like [this video](${LINK}) in snow`, 'a cat like this video in snow'],
    [`[words](${LINK} "A title") in snow`, 'words in snow'],
    [`![alt](https://i.ytimg.com/vi/${ID}/hqdefault.jpg)`, 'alt'],
    [`[${LINK}](${LINK}) a cat`, 'a cat'],
    [`[![alt](https://img.youtube.com/vi/${ID}/0.jpg)](${SITE}/watch?v=${ID})`, 'alt'],
    [`this(${LINK})`, 'this'],
    [`<${LINK}> a cat`, 'a cat'],
    [`**${LINK}** a cat`, 'a cat'],
    [`__${LINK}__ a cat`, 'a cat'],
    [`_${LINK}_`, ''],
    [`_youtu.be/${ID}_`, ''],
    [`-youtu.be/${ID}`, ''],
    [`~~${LINK}~~`, ''],
    [`\`${LINK}\``, ''],
    [`[1]: ${LINK}`, '[1]:'],
    [`[url=${LINK}]words[/url]`, 'words'],
    [`[url]${LINK}[/url] a cat`, 'a cat'],
    [`[youtube]${LINK}[/youtube] a cat`, 'a cat'],
    [`||${LINK}||`, ''],
    [`{${LINK}}`, ''],
  ],
  'code of a page': [
    [EMBED, ''],
    [`a cat ${EMBED} in snow`, 'a cat in snow'],
    [`<p>${EMBED}</p>`, ''],
    [`<iframe src='//www.youtube.com/embed/${ID}'></iframe>`, ''],
    [`<iframe src="https://www.youtube-nocookie.com/embed/${ID}"></iframe> a cat`, 'a cat'],
    [`<a href="${LINK}">words</a>`, 'words'],
    [`<a href="${LINK}">${LINK}</a> a cat`, 'a cat'],
    [`<img src=${LINK}> a cat`, 'a cat'],
    [`<iframe src="${LINK}"`, ''],
    [`style="${LINK}"`, 'style='],
    [`style='${LINK}' a cat`, 'style= a cat'],
    [`style=${LINK}`, 'style='],
    [`{"style":"https:\\/\\/www.youtube.com\\/watch?v=${ID}"}`, '{"style":'],
    [`${SITE}/watch?t=3&amp;v=${ID}&amp;x=1`, ''],
  ],
  'forms of a link': [
    [`https://studio.youtube.com/video/${ID}/edit`, ''],
    [`studio.youtube.com/video/${ID}/analytics/tab-overview/period-default`, ''],
    [`https://i.ytimg.com/vi/${ID}/maxresdefault.jpg`, ''],
    [`i.ytimg.com/vi/${ID}/hq720.jpg?sqp=-o==&rs=A`, ''],
    [`https://i9.ytimg.com/vi_webp/${ID}/sddefault.webp`, ''],
    [`https://img.youtube.com/vi/${ID}/0.jpg`, ''],
    [`https://www.youtube-nocookie.com/embed/${ID}?start=3`, ''],
    [`youtube-nocookie.com/embed/${ID}`, ''],
    [`${SITE}/v/${ID}`, ''],
    [`${SITE}/e/${ID}`, ''],
    [`${SITE}/live/${ID}?feature=share`, ''],
    [`youtube.com/shorts/${ID}`, ''],
    [`${SITE}/watch/${ID}`, ''],
    [`${SITE}/watch?v=${ID}?si=x`, ''],
    [`youtu.be/${ID}&t=3`, ''],
    [`https://m.youtube.com/watch?app=desktop&v=${ID}`, ''],
    [`${SITE}/watch?v=${ID}&list=PL1&index=2`, ''],
    [`HTTPS://YOUTU.BE/${ID}`, ''],
    [`//youtu.be/${ID}`, ''],
    [`https//youtu.be/${ID}`, ''],
    [`https:/youtu.be/${ID}`, ''],
    [`https:${LINK.slice(6)}`, ''],
    [`https://${LINK}`, ''],
    [`https：//youtu.be/${ID}`, ''],
    [`https:\\\\youtu.be\\${ID}`, ''],
    [`https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${ID}`, ''],
    [`style:youtu.be/${ID}`, 'style:'],
    [`likehttps://youtu.be/${ID}`, 'like'],
    [`${LINK},with a cat`, 'with a cat'],
    [`${LINK}!`, ''],
    [`${LINK}?`, ''],
    [`${LINK}…`, ''],
    [`a cat—${LINK}—in snow`, 'a cat in snow'],
    [`🎬${LINK}🎬`, '🎬 🎬'],
  ],
  Japanese: [
    [`${LINK}。`, ''],
    [`「${LINK}」のような城`, 'のような城'],
    [`『${LINK}』`, ''],
    [`【${LINK}】、猫`, '猫'],
    [`（${LINK}）`, ''],
    [`${LINK}の雰囲気で猫`, 'の雰囲気で猫'],
    [`参考：${LINK}。猫`, '参考： 猫'],
    [`猫はyoutube.com/watch?v=${ID}！`, '猫は'],
    [`${LINK}～`, ''],
  ],
  Chinese: [
    [`参考${LINK}，一只猫`, '参考 一只猫'],
    [`《${LINK}》`, ''],
    [`“${LINK}”。`, ''],
    [`${LINK}；`, ''],
    [`${LINK}？`, ''],
    [`像${LINK}一样的城堡`, '像 一样的城堡'],
  ],
  Korean: [
    [`${LINK}처럼 고양이`, '처럼 고양이'],
    [`〈${LINK}〉`, ''],
    [`(${LINK})를 참고`, '를 참고'],
  ],
  German: [
    [`„${LINK}“`, ''],
    [`‚${LINK}‘ mit Katze`, 'mit Katze'],
    [`»${LINK}« mit Katze`, 'mit Katze'],
    [`wie ${LINK}, mit Katze`, 'wie mit Katze'],
  ],
  French: [
    [`« ${LINK} » avec un chat`, 'avec un chat'],
    [`‹${LINK}›`, ''],
    [`¿${LINK}?`, ''],
  ],
  Russian: [
    [`как «${LINK}», кот`, 'как кот'],
    [`как${LINK}кот`, 'как кот'],
  ],
  Greek: [[`όπως ${LINK}\u037e`, 'όπως']],
  Arabic: [
    [`مثل ${LINK}؟`, 'مثل'],
    [`${LINK}، قطة`, 'قطة'],
    [`${LINK}؛`, ''],
    [`${LINK}۔`, ''],
    [`\u200f${LINK}\u200f قطة`, 'قطة'],
    [`\u2067${LINK}\u2069`, ''],
  ],
  Hebrew: [
    [`כמו ${LINK}׃`, 'כמו'],
    [`״${LINK}״ חתול`, 'חתול'],
  ],
  Hindi: [
    [`${LINK}।`, ''],
    [`${LINK}॥ बिल्ली`, 'बिल्ली'],
    [`${LINK}जैसा`, 'जैसा'],
  ],
  Thai: [[`เหมือน${LINK}แมว`, 'เหมือน แมว']],
  Armenian: [[`${LINK}։`, '']],
  Amharic: [[`${LINK}።`, '']],
  Khmer: [[`${LINK}។`, '']],
  'invisible marks': [
    [`\u200b${LINK}\u200b`, ''],
    [`a cat \u200e${LINK}\u200e in snow`, 'a cat in snow'],
    [`\ufeff${LINK}`, ''],
    [`\u2060${LINK}\u2060.`, ''],
    [`${LINK}\u200b。`, ''],
    [`(\u200b${LINK}\u200b)`, ''],
    [`https://\u200byoutu.be/${ID}`, ''],
    [`https://youtu.be/\u200b${ID}`, ''],
    [`https://youtu.be/dQw4w9\u00adWgXcQ`, ''],
    [`\u202ayoutube.com/watch?v=${ID}\u202c`, ''],
    [`👨\u200d👩\u200d👧 ${LINK}`, '👨\u200d👩\u200d👧'],
    [`می\u200cخواهم ${LINK}`, 'می\u200cخواهم'],
  ],
};

it.each(Object.entries(VIDEOS).flatMap(([script, rows]) => rows.map((row) => [script, ...row] as const)))(
  'finds the video in %s: %s',
  (_script, prompt, text) => {
    expect(parseVideoReference(prompt)).toEqual({ reference: { kind: 'video', id: ID }, text });
  },
);

it.each([
  [`https://youtu.be/${MARKED}`, { kind: 'video', id: MARKED }, ''],
  [`(https://youtu.be/${MARKED})。`, { kind: 'video', id: MARKED }, ''],
  [`_https://youtu.be/${MARKED}_`, { kind: 'video', id: MARKED }, ''],
  ['youtube.com/@creator。', { kind: 'channel', handle: 'creator' }, ''],
  ['「youtube.com/@日本語チャンネル」の猫', { kind: 'channel', handle: '日本語チャンネル' }, 'の猫'],
  ['youtube.com/@creator/videos?view=0, a cat', { kind: 'channel', handle: 'creator' }, 'a cat'],
  ['youtube.com/@creator.', { kind: 'channel', handle: 'creator' }, ''],
  ['[Ada](https://m.youtube.com/@ada-studio)', { kind: 'channel', handle: 'ada-studio' }, 'Ada'],
  ['https://www.youtube.com/@канал»', { kind: 'channel', handle: 'канал' }, ''],
  ['https://www.youtube.com/@قناة؟', { kind: 'channel', handle: 'قناة' }, ''],
  ['https://www.youtube.com/@चैनल।', { kind: 'channel', handle: 'चैनल' }, ''],
  [`(${SITE}/channel/${CHANNEL_ID})`, { kind: 'channel', channelId: CHANNEL_ID }, ''],
  [`${SITE}/channel/${CHANNEL_ID}」`, { kind: 'channel', channelId: CHANNEL_ID }, ''],
  [
    `https://studio.youtube.com/channel/${CHANNEL_ID}/videos/upload`,
    { kind: 'channel', channelId: CHANNEL_ID },
    '',
  ],
])('finds the video or channel in %s', (prompt, reference, text) => {
  expect(parseVideoReference(prompt)).toEqual({ reference, text });
});

it.each([
  ['legacyChannel', `${SITE}/c/AdaStudio`],
  ['legacyChannel', 'youtube.com/c/AdaStudio/videos a cat'],
  ['legacyChannel', `[Ada](${SITE}/user/AdaStudio)`],
  ['playlist', `${SITE}/playlist?list=PL1`],
  ['playlist', 'youtube.com/playlist?list=PL1。'],
  ['playlist', `${SITE}/watch?list=PL1`],
  ['playlist', `<iframe src="${SITE}/embed/videoseries?list=PL1"></iframe>`],
  ['malformedLink', `${SITE}/results?search_query=a`],
  ['malformedLink', `${SITE}/feed/subscriptions`],
  ['malformedLink', 'https://studio.youtube.com'],
  ['malformedLink', `https://youtu\u200b.be/${ID}`],
  ['malformedLink', `youtu\u200b.be/${ID}`],
  ['malformedLink', 'www.youtube.com'],
  ['malformedLink', `youtu.be／${ID}`],
  ['otherSite', `youtu.be%2F${ID}`],
  ['malformedLink', '[words](https://youtu.be/short)'],
  ['malformedLink', `${SITE}/clip/UgkxAAAAAAAAAAA`],
  ['otherSite', '[words](https://example.com/x)'],
  ['otherSite', 'this(https://example.com)'],
  ['otherSite', 'style="https://example.com/x.jpg"'],
  ['otherSite', '「https://example.com」'],
  ['otherSite', 'www.example.com/x a cat'],
  ['otherSite', '猫www.example.com'],
  ['otherSite', 'ftp://example.com/x'],
  ['otherSite', `ftp://youtube.com/watch?v=${ID}`],
  ['otherSite', `vnd.youtube://${ID}`],
  ['otherSite', `youtube.com:443/watch?v=${ID}`],
  ['otherSite', `youtube.com.evil.com/watch?v=${ID}`],
  ['otherSite', `ada@youtube.com/watch?v=${ID}`],
  ['otherSite', `kids.youtube.com/watch?v=${ID}`],
  ['otherSite', `https://yоutube.com/watch?v=${ID}`],
  ['otherSite', 'https%3A%2F%2Fexample.com'],
  ['otherSite', 'https：//example.com'],
  ['severalLinks', `[one](${LINK}) [two](https://youtu.be/${MARKED})`],
  ['severalLinks', `${LINK}と${LINK}`],
  ['severalLinks', `youtu.be/${ID}とyoutu.be/${ID}`],
  ['severalLinks', `<a href="${LINK}">https://example.com</a>`],
  ['severalLinks', `[https://example.com](${LINK})`],
] as const)('refuses with the reason %s: %s', (error, prompt) => {
  expect(parseVideoReference(prompt)).toEqual({ error });
});

it.each([
  'how youtube.com began',
  'a YouTube logo, 16:9',
  'the sign says amazon.com/deals',
  'http is a protocol',
  'www. is a prefix',
  'a <b>bold</b> cat [smiling](softly)',
  'https: the letters on a wall',
  'made with @creator',
  '「猫」と、城。',
  'a path/like//this',
])('finds no link in: %s', (prompt) => {
  expect(parseVideoReference(prompt)).toEqual({ reference: undefined, text: prompt });
});
