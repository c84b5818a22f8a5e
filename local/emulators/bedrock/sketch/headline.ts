/** In characters: longer headlines cannot be read at the size of a thumbnail. */
const MAX_LENGTH = 44;

/** The words before the subject in a typical prompt. */
const PREAMBLE =
  /^(?:(?:please|can you|could you|i want|i need|create|generate|make|design|draw|paint|give me|show me|me)\s+)*(?:(?:an?|the|my)\s+)?(?:(?:epic|bold|viral|dramatic|clickbait|catchy|professional|eye-catching|high quality)\s+)*(?:you\s?tube\s+)?(?:thumbnail|image|picture|photo|illustration|poster|drawing|shot)\s*(?:of|for|about|showing|with|where|:|-|,)\s*(?:(?:an?|the|my)\s+(?:video\s+(?:about|on|where)\s+)?)?/iu;

const QUOTED = /["“«]([^"“”«»]{2,60})["”»]/u;

/** Up to the first pause after a few words. A mark needs a space after it, so that `10,000` and `Node.js` stay whole. */
const FIRST_CLAUSE = /^.{8,}?(?=[,.;:](?:\s|$)|[|(\n]|\s[-–—]\s|(?<=[!?])\s|$)/u;

const DANGLING =
  /(?:\s+(?:an?|the|of|in|on|at|to|and|or|with|for|from|by|over|under|into|his|her|my|very))+$/iu;

/** Chooses the text to set in large type: the quoted words of the prompt if there are any, or else its first clause. */
export function chooseHeadline(prompt: string): string {
  const quoted = QUOTED.exec(prompt)?.[1];
  const plain = prompt.replace(/\s+/gu, ' ').trim();
  const withoutPreamble = plain.replace(PREAMBLE, '').replace(/^(?:an?|the)\s+/iu, '');
  const text = quoted ?? (withoutPreamble === '' ? plain : withoutPreamble);
  const clause = (FIRST_CLAUSE.exec(text)?.[0] ?? text).trim();
  if (clause.length <= MAX_LENGTH) return clause;
  const wholeWords = clause.slice(0, MAX_LENGTH + 1).replace(/\s+\S*$/u, '');
  const trimmed = wholeWords.replace(DANGLING, '');
  return trimmed === '' ? wholeWords.slice(0, MAX_LENGTH) : trimmed.slice(0, MAX_LENGTH);
}
