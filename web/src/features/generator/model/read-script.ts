const isArrow = (line: string) => line.includes('-->');

/** A line of subtitles (SRT), e.g. `00:00:01,000 --> 00:00:02,000`, or of the transcript that YouTube shows, e.g. `1:23`. */
const isTime = (line: string) => isArrow(line) || /^\d+(?::\d\d){1,2}$/.test(line);

/** Returns the words of a script. Removes times, part numbers and tags from a script that has times. */
export function readScript(content: string): string {
  const lines = content
    .replace(/^\ufeff/, '')
    .split(/\r\n?|\n/)
    .map((line) => line.trim());
  if (!lines.some(isTime)) return lines.join('\n').trim();
  // SRT numbers a part in the line above its times. Another line that is only a number is spoken.
  const isNumber = (line: string, index: number) => /^\d+$/.test(line) && isArrow(lines[index + 1] ?? '');
  return lines
    .filter((line, index) => !isTime(line) && !isNumber(line, index))
    .map(readCaption)
    .filter((line) => line !== '')
    .join('\n');
}

/** The words of a caption without its tags, e.g. `<i>`, and its places and styles, e.g. `{\\an8}`. */
const readCaption = (line: string): string =>
  line
    .replace(/<[^<>]*>|\{\\[^{}]*\}/g, '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, readEntity)
    .trim();

const ENTITIES = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', lrm: '', rlm: '' }),
);

function readEntity(entity: string, decimal?: string, hex?: string, name = ''): string {
  const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
  if (code <= 0x10_ff_ff) return String.fromCodePoint(code);
  return ENTITIES.get(name.toLowerCase()) ?? entity;
}
