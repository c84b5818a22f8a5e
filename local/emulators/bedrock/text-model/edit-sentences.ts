/** These rules answer the sentences of "Say what to change" in simple English, in place of a text model. */

interface EditRequest {
  instruction: string;
  texts: readonly string[];
}

interface Subject extends EditRequest {
  /** The sentence in one line and in lower case, without its final punctuation. */
  said: string;
}

/** A rule reads one kind of sentence. @returns undefined if the sentence is of another kind. */
type Rule = (subject: Subject) => object | undefined;

const COLORS: Readonly<Record<string, string>> = {
  red: '#e53935',
  orange: '#fb8c00',
  yellow: '#ffd23f',
  gold: '#ffc107',
  green: '#43a047',
  teal: '#00897b',
  cyan: '#22d3ee',
  blue: '#1e88e5',
  purple: '#8e24aa',
  violet: '#7e57c2',
  pink: '#ec407a',
  brown: '#6d4c41',
  black: '#000000',
  grey: '#9e9e9e',
  gray: '#9e9e9e',
  silver: '#c0c0c0',
  white: '#ffffff',
};
const COLOR = `(?:(?:dark|light|bright|deep|pale|neon) )?(?:${Object.keys(COLORS).join('|')})`;
const ENDS_WITH_COLOR = new RegExp(`\\b${COLOR}$`);
const TEXT = /\b(?:text|texts|headline|title|caption|letters|lettering|words|font|subtitle)\b/;
/** Matches a sentence that commands the model, or that asks for something other than a change of the thumbnail. */
const INJECTION =
  /\b(?:ignore|disregard|forget|override)\b.*\b(?:instruction|rule|above|previous|prompt|everything)|\bsystem prompt\b|\byou are (?:now|a|an)\b|\b(?:password|secret|api key|credential|credits?|jailbreak|javascript|sql)\b|[<{]/;
const SMALL_WORDS = /^(?:(?:the|a|an|all|my|that|this|those|these|of) )+/;
const PLACES = / (?:from|in|of|on) (?:the |this |my )?(?:image|picture|photo|thumbnail|background)$/;
const POLITE = /^(?:(?:please|could you|can you|would you|i want to|i would like to|let's|just|now) )+/;

const ask = (question: string) => ({ kind: 'unclear', question });
const changeDesign = (...changes: object[]) => ({ kind: 'design', changes });
const toThing = (words = '') => words.replace(PLACES, '').replace(SMALL_WORDS, '').trim();
const isUnnamed = (thing: string) => /^(?:it|this|that|here|area|part|thing|)$/.test(thing);

/** Returns words of `said` in the spelling of the original sentence. `said` is the sentence in lower case. */
const inOriginal = ({ instruction }: Subject, words: string): string => {
  const line = instruction.replace(/\s+/g, ' ');
  const start = line.toLowerCase().lastIndexOf(words);
  return start < 0 ? words : line.slice(start, start + words.length);
};
const unquote = (words: string) => words.replace(/^["'“‘]+|["'”’]+$/g, '').trim();

const setWords: Rule = (subject) => {
  const match =
    /^(?:headline|title|text|caption): ?(.+)$/.exec(subject.said) ??
    /^(?:change|set) (?:the )?(?:headline|title|text|caption) to (.+)$/.exec(subject.said) ??
    /^(?:add|write) (?:a |the |some )?(?:text|headline|title|caption)(?: saying| that says|:)? (.+)$/.exec(
      subject.said,
    );
  if (match?.[1] === undefined) return undefined;
  const text = unquote(inOriginal(subject, match[1]));
  const isNew = /^(?:add|write)\b/.test(subject.said) || subject.texts.length === 0;
  return changeDesign({ kind: isNew ? 'add' : 'words', text });
};

function findSize(said: string): number | undefined {
  if (/\b(?:twice|double|much (?:bigger|larger)|huge)\b/.test(said)) return 2;
  if (/\b(?:half|much smaller|tiny)\b/.test(said)) return 0.5;
  if (/\b(?:bigger|larger|enlarge|increase|grow)\b/.test(said)) return 1.25;
  return /\b(?:smaller|shrink|reduce|decrease)\b/.test(said) ? 0.8 : undefined;
}

const DIRECTIONS = {
  left: /\bleft\b/,
  right: /\bright\b/,
  up: /\b(?:up|higher|top)\b/,
  down: /\b(?:down|lower|bottom)\b/,
};

const changeText: Rule = ({ said, texts }) => {
  if (!TEXT.test(said)) return undefined;
  if (texts.length === 0) return ask('There is no text yet. What should it say?');
  if (/^(?:remove|delete|hide|erase|get rid of)\b/.test(said)) return changeDesign({ kind: 'remove' });
  const factor = findSize(said);
  const direction = /\b(?:move|shift|put|place|drag|push)\b/.test(said)
    ? Object.entries(DIRECTIONS).find(([, pattern]) => pattern.test(said))?.[0]
    : undefined;
  const color = Object.entries(COLORS).find(([name]) => new RegExp(`\\b${name}\\b`).test(said))?.[1];
  const changes = [
    ...(factor === undefined ? [] : [{ kind: 'resize', factor }]),
    ...(direction === undefined ? [] : [{ kind: 'move', direction }]),
    ...(color === undefined ? [] : [{ kind: 'color', color }]),
  ];
  return changes.length === 0 ? ask('What should change about the text?') : changeDesign(...changes);
};

function findShare(said: string): { share?: number } {
  const percent = /\b(\d{1,2}) ?(?:%|percent)/.exec(said)?.[1];
  if (percent !== undefined) return { share: Number(percent) / 100 };
  if (/\bhalf\b/.test(said)) return { share: 0.5 };
  if (/\b(?:lots|a lot|much|plenty)\b/.test(said)) return { share: 0.4 };
  return /\b(?:a little|a bit|slightly)\b/.test(said) ? { share: 0.1 } : {};
}

const addRoom: Rule = ({ said }) => {
  const side = /\b(?:room|space)\b.*\b(left|right|top|bottom|above|below)\b/.exec(said)?.[1];
  const room = side && { top: 'up', above: 'up', bottom: 'down', below: 'down' }[side];
  const share = findShare(said);
  if (side !== undefined) return { kind: 'fill', room: room ?? side, ...share };
  const isSmaller =
    /\bzoom out\b|^(?:make (?:it|(?:the |everything ?)?(?:image|picture|scene|subject)?) )?smaller$|\bmore room around\b/;
  return isSmaller.test(said) ? { kind: 'fill', room: 'around', ...share } : undefined;
};

const upscale: Rule = ({ said }) =>
  /\b(?:4k|upscale|sharper|sharpen|higher resolution|high resolution|enhance)\b/.test(said)
    ? { kind: 'upscale' }
    : undefined;

const replace: Rule = ({ said }) => {
  const match =
    /^(?:replace|swap|exchange) (.+?) (?:with|by|for) (.+)$/.exec(said) ??
    /^(?:turn|change|transform) (.+?) (?:into|to) (.+)$/.exec(said);
  if (!match) return undefined;
  const [find, prompt] = [toThing(match[1]), toThing(match[2])];
  if (prompt === '') return undefined;
  if (isUnnamed(find)) return { kind: 'replace', prompt, needsMask: true };
  return {
    kind: ENDS_WITH_COLOR.test(` ${prompt}`) && prompt.split(' ').length < 3 ? 'recolor' : 'replace',
    find,
    prompt,
  };
};

const recolor: Rule = ({ said }) => {
  const [, words, color] =
    new RegExp(`^(?:make|paint|colou?r|recolou?r|dye|tint) (.+?) (?:in |to |into )?(${COLOR})$`).exec(said) ??
    [];
  const find = toThing(words);
  if (color === undefined) return undefined;
  return isUnnamed(find) ? ask(`What should be ${color}?`) : { kind: 'recolor', find, prompt: color };
};

const erase: Rule = ({ said }) => {
  const match = /^(?:erase|remove|delete|get rid of|take out|take away|clear) (.+)$/.exec(said);
  if (!match) return undefined;
  const find = toThing(match[1]);
  return { kind: 'erase', ...(!isUnnamed(find) && { find }), needsMask: true };
};

const addThing: Rule = ({ said }) => {
  const match = /^(?:add|insert|place|put) (.+)$/.exec(said);
  const prompt = toThing(match?.[1]);
  return prompt === '' ? undefined : { kind: 'replace', prompt, needsMask: true };
};

const RULES = [setWords, changeText, addRoom, upscale, replace, recolor, erase, addThing];

/** Returns the JSON that a model would answer. */
export function answerSentence({ instruction, texts }: EditRequest): object {
  const said = instruction
    .replace(/\s+/g, ' ')
    .toLowerCase()
    .replace(/[.!?,]+$/, '')
    .replace(/,? (?:please|thanks|thank you)$/, '')
    .replace(POLITE, '')
    .trim();
  if (INJECTION.test(said)) return ask('What should change in the image or the text?');
  for (const rule of RULES) {
    const answer = rule({ instruction, texts, said });
    if (answer !== undefined) return answer;
  }
  return ask('What should change? Name the thing and what to do with it.');
}
