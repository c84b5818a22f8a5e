/** The text of a script file. Subtitles (SRT) lose their numbers, times and tags. */
export function readScript(name: string, content: string): string {
  const text = content.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  if (!/\.srt$/i.test(name)) return text.trim();
  return text
    .split('\n')
    .filter((line) => !/^\s*\d*\s*$/.test(line) && !line.includes('-->'))
    .map((line) => line.replace(/<[^<>]*>/g, '').trim())
    .join('\n');
}
