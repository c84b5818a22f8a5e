/** What a page holds between the markers of a command. @throws where it has none. */
export function quoteOf(page: string, command: string): string {
  const [from, to] = bounds(page, command);
  return page.slice(from, to).trim();
}

/** The page with another text between the markers of a command. @throws where it has none. */
export function withQuote(page: string, command: string, quote: string): string {
  const [from, to] = bounds(page, command);
  return `${page.slice(0, from)}\n\n${quote}\n\n${page.slice(to)}`;
}

function bounds(page: string, command: string): [from: number, to: number] {
  const [begin, end] = [`<!-- from here: ${command} -->`, `<!-- to here: ${command} -->`];
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The page has no ${begin} and ${end} after it.`);
  return [from + begin.length, to];
}
