import { createHash } from 'node:crypto';
import * as z from 'zod';
import { PROFILE_REGIONS } from '#contract/model-pool.ts';
import { BedrockError, invalidIdentifier, type ModelOperation, parseOrReject } from './runtime-api.ts';
import { FaultInjection, parseFaults } from './fault-injection.ts';
import { answerSentence } from './text-model/edit-sentences.ts';
import { answerTranslations } from './text-model/translations.ts';

/** The text models, which are called by their inference profile of the US. */
const TEXT_MODELS = ['us.amazon.nova-micro-v1:0', 'us.amazon.nova-lite-v1:0'];

const content = z.array(z.strictObject({ text: z.string().min(1) })).min(1);

/** The fields of a request that the product sends (Amazon Bedrock API reference, Converse). */
const converseBody = z.strictObject({
  system: content.optional(),
  messages: z.array(z.strictObject({ role: z.literal('user'), content })).length(1),
  inferenceConfig: z.strictObject({
    maxTokens: z.int().min(1),
    temperature: z.number().min(0).max(1).optional(),
  }),
});

/** The average number of characters in a token of English text. */
const TOKEN_LENGTH = 4;

const DETAILS = [
  'seen close up, strong contrast, warm light from one side, a calm dark background, free space on the left for a headline',
  'in the center, bold colors, a low camera angle, a glowing sky behind it, free space above it for a headline',
  'on the right, one bright accent color, sharp focus, a blurred background, free space on the left for a headline',
];

/** The messages that ask for an answer in JSON. Every other message is an idea. */
const editMessage = z.strictObject({
  instruction: z.string(),
  prompt: z.string(),
  texts: z.array(z.string()),
});
const conceptMessage = z.object({ script: z.string() });
const translationMessage = z.strictObject({
  languages: z.record(z.string(), z.string()),
  texts: z.array(z.string()),
  limits: z.array(z.int()).optional(),
});

/**
 * Emulates a text model behind Converse. The model completes an idea with one of a few descriptions, and answers the product's JSON
 * messages with JSON. The emulator is deterministic: the message selects the answer.
 */
export function createConverse(): ModelOperation {
  const faultInjection = new FaultInjection();

  return async ({ modelId, region, body, disconnected }) => {
    if (!TEXT_MODELS.includes(modelId) || !PROFILE_REGIONS.includes(region)) throw invalidIdentifier();
    const { messages, inferenceConfig } = parseOrReject(converseBody, body);
    const { written, answer } = chooseAnswer(
      messages.flatMap(({ content: parts }) => parts.map(({ text }) => text)).join('\n'),
    );
    const finishReason = await faultInjection.apply(parseFaults(written), disconnected);
    // Converse has no stop reason for a failed model. It answers such a failure with an error.
    if (finishReason === 'Inference error') {
      throw new BedrockError('ModelErrorException', 'The model had an error while processing the request.');
    }
    if (finishReason !== undefined) return createResponse('content_filtered', '');
    const text = answer();
    const room = inferenceConfig.maxTokens * TOKEN_LENGTH;
    return createResponse(text.length > room ? 'max_tokens' : 'end_turn', text.slice(0, room));
  };
}

interface Answer {
  /** The words of the creator. The markers in the prompt of a thumbnail were for its generation. */
  written: string;
  /** Creates the answer to the words without their markers. */
  answer: () => string;
}

function chooseAnswer(message: string): Answer {
  const removeMarkers = (text: string): string => parseFaults(text).prompt;
  const data = parseJson(message);
  const edit = editMessage.safeParse(data).data;
  if (edit) {
    const { instruction } = edit;
    return {
      written: instruction,
      answer: () => JSON.stringify(answerSentence({ ...edit, instruction: removeMarkers(instruction) })),
    };
  }
  const concepts = conceptMessage.safeParse(data).data;
  if (concepts) {
    const { script } = concepts;
    return { written: script, answer: () => JSON.stringify(answerScript(removeMarkers(script))) };
  }
  const translations = translationMessage.safeParse(data).data;
  if (translations) {
    const { texts } = translations;
    return {
      written: texts.join('\n'),
      answer: () => JSON.stringify(answerTranslations({ ...translations, texts: texts.map(removeMarkers) })),
    };
  }
  return { written: message, answer: () => describe(removeMarkers(message)) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describe(idea: string): string {
  const [first = 0] = createHash('sha256').update(idea).digest();
  const subject = idea.replace(/\s+/g, ' ').replace(/[.!?]+$/, '');
  return `${subject}, ${DETAILS[first % DETAILS.length]}.`;
}

function createResponse(stopReason: string, text: string) {
  const inputTokens = 150;
  const outputTokens = Math.ceil(text.length / TOKEN_LENGTH);
  return {
    output: { message: { role: 'assistant', content: text === '' ? [] : [{ text }] } },
    stopReason,
    usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens },
    metrics: { latencyMs: 1 },
  };
}
/** The answers of the text model for a script: concepts from the script's own words, in any language. */

/**
 * Words that say nothing about the subject of a script. Most of them are English. In other languages, the choice of long words must be
 * enough.
 */
const COMMON = new Set(
  'about above after again also always anything away back because been before behind being below between both came come could days different does done down each eight eighty every everything exactly fifty first five forty found four from gets give goes going gone good have hello here hours hundred inside into just know last left like long made make many minute minutes months more most much must myself never next nineteen ninety nobody nothing once only open other over own quiet read real really right said same second seven seventy shall should show since single some someone something still such take tell than thank thanks that their them then there these they thing things think third thirty this those thousand three through time today told took twelve twenty under until upon used very video wait want watch week weeks welcome well went were what when where whether which while whole will with without would year years your'.split(
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

/** Ranks the words of a script by their number and length. Leaves out common words. */
function rankWords(script: string): string[] {
  const counts = new Map<string, number>();
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(script);
  for (const { segment, isWordLike } of segments) {
    const word = segment.toLowerCase();
    if (!isWordLike || COMMON.has(word) || /^\d+$|^[a-z]{3,}ly$/.test(word) || word.length > 18) continue;
    if (/^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{1,3}$|^\p{Script=Hiragana}+$/u.test(word))
      continue;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const rate = ([word, count]: [string, number]) => count * Math.min(word.length, 8);
  return [...counts].sort((one, other) => rate(other) - rate(one)).map(([word]) => word);
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const hasWord = (text: string, word: string): boolean => text.toLowerCase().includes(word.toLowerCase());

/** Returns the JSON that a model would answer. Uses fitting sentences of the script, or else its words. */
function answerScript(script: string): object {
  const ranked = rankWords(script);
  const find = (index: number) =>
    ranked[index] ?? ['idea', 'story', 'secret', 'plan', 'moment'][index % 5] ?? 'idea';
  const unused = new Set(script.split(/[.!?\n。！？]+/u).map((sentence) => sentence.trim()));
  /** Takes a fitting sentence, so that each sentence is used only once. */
  const take = (isFitting: (sentence: string) => boolean): string | undefined => {
    const found = [...unused].find(isFitting);
    if (found !== undefined) unused.delete(found);
    return found;
  };
  const concepts = TITLES.map((compose, index) => {
    const [topic, other, third] = [find(index), find(index + 3), find(index + 6)];
    const sentence = take((each) => each.length >= 24 && each.length <= 70 && hasWord(each, topic));
    const title = capitalize(sentence ?? compose(capitalize(topic), capitalize(other)));
    const phrase = take((each) => {
      const words = each.split(/\s+/u);
      return (
        each.length <= 30 &&
        words.length > 2 &&
        words.length <= 4 &&
        !words.every((word) => hasWord(title, word))
      );
    });
    const word = [third, ...ranked].find((each) => !hasWord(title, each));
    return {
      title,
      headline: (phrase ?? word ?? third).toUpperCase(),
      prompt: `${capitalize(topic)} and ${other}, ${SCENES[index] ?? ''}`,
    };
  });
  return { concepts };
}
