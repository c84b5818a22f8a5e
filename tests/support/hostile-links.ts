import fc from 'fast-check';
import { codePoint } from './code-point.ts';

const ID = 'dQw4w9WgXcQ';

const mostly = (usual: string[], ...hostile: string[]) =>
  fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...usual) }, fc.constantFrom(...hostile));
const scheme = mostly(
  ['https://', 'http://', ''],
  ...['//', 'https:', 'https:\\\\', 'https:///', 'ftp://', 'file://', 'javascript:', 'https://https://'],
);
const userinfo = mostly([''], 'user@', 'user:password@', 'youtube.com@', 'www.youtube.com%2f@', '@');
/** The hosts of YouTube's links. */
export const HOSTS = [
  ...['youtube.com', 'www.youtube.com', 'm.youtube.com', 'music.youtube.com', 'youtu.be'],
  ...['www.youtube-nocookie.com', 'studio.youtube.com', 'i.ytimg.com'],
];

const host = mostly(
  HOSTS,
  ...['evil.com', 'youtube.com.evil.com', 'evil-youtube.com', 'youtu.be.evil.com', 'www.youtube.com.'],
  ...['[::1]', '[::ffff:7f00:1]', '[fd00:ec2::254]', '127.0.0.1', '0x7f.1', '169.254.169.254', 'localhost'],
  ...['y\u043eutube.com', '\uff59outube.com', 'youtube\u3002com', 'xn--yutube-wqf.com', 'youtu\u200b.be'],
  ...[
    'youtube.com%2f.evil.com',
    'youtube.com%00.evil.com',
    'youtube.com\\.evil.com',
    'youtube.com#.evil.com',
  ],
);
const port = mostly([''], ':443', ':80', ':22', ':', ':99999');
const form = mostly(
  ['/watch?v=', '/watch?t=1&v=', '/', '/shorts/', '/live/', '/embed/', '/channel/UC00000000000'],
  ...['/@', '/channel/', '/video/', '/vi/', '/redirect?q=https%3A%2F%2Fevil.com&v=', '//', '/\\'],
);
const id = fc.oneof(
  { weight: 5, arbitrary: fc.stringMatching(/^[\w-]{11}$/) },
  fc.constantFrom('..', '%2e%2e', `${ID}%2f..%2f..`, `..%2f${ID}`, `${ID}/..`, '@evil.com', `${ID}@evil.com`),
  fc.constantFrom(`${ID}:80`, `${ID}\r\nHost: evil.com`, `${ID}%0d%0aHost:evil.com`, `${ID}%00`),
  fc.string({ unit: codePoint, maxLength: 16 }),
);
const suffix = mostly(
  ['', '?si=x', '&list=y', '#t=3'],
  '/..//evil.com',
  '?url=https%3A%2F%2Fevil.com',
  '/%2e%2e',
);
/** The parts of a link in their order. Most parts are parts of a link to YouTube, so that a hostile part of any kind is reached. */
export const linkParts = fc.record({ scheme, userinfo, host, port, form, id, suffix });
