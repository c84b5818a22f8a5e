/** A line of subtitles (SRT), e.g. `00:00:01,000 --> 00:00:02,000`, or of the transcript that YouTube shows, e.g. `1:23`. */
const isTime = (line: string) => line.includes('-->') || /^\d+(?::\d\d){1,2}$/.test(line);

/** The words of a script. One with times loses them, the numbers of its parts and tags. */
export function readScript(content: string): string {
  const lines = content
    .replace(/^\ufeff/, '')
    .split(/\r\n?|\n/)
    .map((line) => line.trim());
  if (!lines.some(isTime)) return lines.join('\n').trim();
  return lines
    .filter((line) => !/^\d*$/.test(line) && !isTime(line))
    .map((line) => line.replace(/<[^<>]*>/g, ''))
    .join('\n');
}
