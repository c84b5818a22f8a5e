const LINK = /<a\b[^>]*?\shref\s*=\s*(["'])(.*?)\1[^>]*>(.*?)<\/a\s*>/gis;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The words of an HTML message, with the address of each link after its label. Plain text comes back as it is. */
export function htmlToText(message: string): string {
  if (!/<[a-z!/][^>]*>/i.test(message)) return message;
  const text = message
    .replace(/<!--[\s\S]*?-->|<(style|script|head|title)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/\s+/g, ' ')
    .replace(LINK, (_all, _quote, href: string, label: string) => withAddress(label, href))
    .replace(/<br\b[^>]*>|<\/(?:div|li|tr|h[1-6])\s*>/gi, '\n')
    .replace(/<\/(?:p|table|ul|ol)\s*>/gi, '\n\n')
    .replace(/<[^>]*>/g, '');
  return decode(text)
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Where the first link of an HTML message leads. */
export function firstLink(message: string): string | undefined {
  const [link] = message.matchAll(LINK);
  return link?.[2] === undefined ? undefined : decode(link[2]);
}

function withAddress(label: string, href: string): string {
  const words = label.replace(/<[^>]*>/g, '').trim();
  return words === '' || words === href ? href : `${words} (${href})`;
}

function decode(text: string): string {
  return text.replace(
    /&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi,
    (all, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? all;
      const point = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
      return point <= 0x10ffff ? String.fromCodePoint(point) : all;
    },
  );
}
