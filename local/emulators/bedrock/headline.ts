/** The longest headline, in characters: more cannot be read at the size of a thumbnail. */
const LONGEST = 44;

/** How people begin a prompt before they come to the point. */
const PREAMBLE =
  /^(?:(?:please|can you|could you|i want|i need|create|generate|make|design|draw|paint|give me|show me|me)\s+)*(?:(?:an?|the|my)\s+)?(?:(?:epic|bold|viral|dramatic|clickbait|catchy|professional|eye-catching|high quality)\s+)*(?:you\s?tube\s+)?(?:thumbnail|image|picture|photo|illustration|poster|drawing|shot)\s*(?:of|for|about|showing|with|where|:|-|,)\s*(?:(?:an?|the|my)\s+(?:video\s+(?:about|on|where)\s+)?)?/iu;

const QUOTED = /["“«]([^"“”«»]{2,60})["”»]/u;

/** Up to the first pause after a few words: a mark before a space, so that `10,000` and `Node.js` stay whole. */
const FIRST_CLAUSE = /^.{8,}?(?=[,.;:](?:\s|$)|[|(\n]|\s[-–—]\s|(?<=[!?])\s|$)/u;

/**
 * What a designer would set in large type: the words in quotes, if the prompt has some; else how it begins, up to
 * the first pause.
 */
export function headlineOf(prompt: string): string {
  const quoted = QUOTED.exec(prompt)?.[1];
  const plain = prompt.replace(/\s+/gu, ' ').trim();
  const withoutPreamble = plain.replace(PREAMBLE, '').replace(/^(?:an?|the)\s+/iu, '');
  const point = quoted ?? (withoutPreamble === '' ? plain : withoutPreamble);
  const clause = FIRST_CLAUSE.exec(point)?.[0] ?? point;
  return shorten(clause.trim());
}

/** Whole words, as many as fit, without a word left hanging at the end. */
function shorten(text: string): string {
  if (text.length <= LONGEST) return text;
  const kept = text.slice(0, LONGEST + 1).replace(/\s+\S*$/u, '');
  const trimmed = kept.replace(
    /(?:\s+(?:an?|the|of|in|on|at|to|and|or|with|for|from|by|over|under|into|his|her|my|very))+$/iu,
    '',
  );
  return trimmed === '' ? kept.slice(0, LONGEST) : trimmed;
}
