/** A text model's concepts for a script, from the script's own words, in any language. */

/** Words that say nothing about the subject of a script. They are mostly English: other languages have their long words. */
const COMMON = new Set(
  'about after again always also because been before being could every from have here into just like make more most much only other over really second should some still take than that their them then there these they thing things think third this those through today under until very video want were what when where whether which while will with without would your'.split(
    ' ',
  ),
);
const TITLES = [
  (topic: string, other: string) => `${topic}: ${other}`,
  (topic: string, other: string) => `${other} + ${topic}?`,
  (topic: string, other: string) => `${topic} / ${other}!`,
];
const SCENES = [
  'seen close up in the center, warm light from one side, a calm dark background, free space on the left',
  'a low camera angle, a glowing sky behind it, bold colors, free space above it',
  'on the right, one bright accent color, sharp focus, a blurred background, free space on the left',
];

/** The words of a script by how often and how long they are, without those that are common. */
function rankWords(script: string): string[] {
  const counts = new Map<string, number>();
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(script);
  for (const { segment, isWordLike } of segments) {
    const word = segment.toLowerCase();
    if (!isWordLike || COMMON.has(word) || /^\d+$|^[a-z]{3,}ly$/.test(word) || word.length > 18) continue;
    if (/^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{1,3}$/u.test(word)) continue;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const rate = ([word, count]: [string, number]) => count * Math.min(word.length, 8);
  return [...counts].sort((one, other) => rate(other) - rate(one)).map(([word]) => word);
}

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The JSON that a model answers. */
export function answerScript(script: string): object {
  const ranked = rankWords(script);
  const find = (index: number) =>
    ranked[index] ?? ['idea', 'story', 'secret', 'plan', 'moment'][index % 5] ?? 'idea';
  const concepts = TITLES.map((compose, index) => {
    const [topic, other, third] = [find(index), find(index + 3), find(index + 6)];
    return {
      title: compose(capitalize(topic), capitalize(other)),
      headline: third.toUpperCase(),
      prompt: `${capitalize(topic)} and ${other}, ${SCENES[index] ?? ''}`,
    };
  });
  return { concepts };
}
