import { createHash } from 'node:crypto';
import * as z from 'zod';
import { PROFILE_REGIONS } from '../../../contract/model-pool.ts';
import { BedrockError, invalidIdentifier, parseOrReject } from './errors.ts';
import { FaultInjection, parseFaults } from './fault-injection.ts';
import type { ModelOperation } from './runtime-api.ts';
import { answerScript } from './text-model/concepts.ts';
import { answerSentence } from './text-model/edit-sentences.ts';

/** The inference profile of the US. */
const TEXT_MODELS = ['us.amazon.nova-micro-v1:0', 'us.amazon.nova-lite-v1:0'];

const content = z.array(z.strictObject({ text: z.string().min(1) })).min(1);

/** The fields that the product sends (Amazon Bedrock API reference, Converse). */
const converseBody = z.strictObject({
  system: content.optional(),
  messages: z.array(z.strictObject({ role: z.literal('user'), content })).length(1),
  inferenceConfig: z.strictObject({
    maxTokens: z.int().min(1),
    temperature: z.number().min(0).max(1).optional(),
  }),
});

/** Characters of a token of English text, on average. */
const TOKEN_LENGTH = 4;

const DETAILS = [
  'seen close up, strong contrast, warm light from one side, a calm dark background, free space on the left for a headline',
  'in the center, bold colors, a low camera angle, a glowing sky behind it, free space above it for a headline',
  'on the right, one bright accent color, sharp focus, a blurred background, free space on the left for a headline',
];

/** The messages that ask for JSON. Every other message is an idea. */
const editMessage = z.strictObject({
  instruction: z.string(),
  prompt: z.string(),
  texts: z.array(z.string()),
});
const conceptMessage = z.object({ script: z.string() });

/**
 * Converse with a text model, which completes an idea with one of a few descriptions, and answers the product's messages of data
 * with JSON. Deterministic: the message selects the answer.
 */
export function createConverse(): ModelOperation {
  const faultInjection = new FaultInjection();

  return async ({ modelId, region, body, disconnected }) => {
    if (!TEXT_MODELS.includes(modelId) || !PROFILE_REGIONS.includes(region)) throw invalidIdentifier();
    const { messages, inferenceConfig } = parseOrReject(converseBody, body);
    const message = messages.flatMap(({ content: parts }) => parts.map(({ text }) => text)).join('\n');
    const data = parseJson(message);
    const edit = editMessage.safeParse(data).data;
    const concepts = conceptMessage.safeParse(data).data;
    // A creator writes the markers. A thumbnail's prompt had its own.
    const { prompt: written, ...faults } = parseFaults(edit?.instruction ?? concepts?.script ?? message);
    const finishReason = await faultInjection.apply(faults, disconnected);
    // Converse has no such stop reason: a model that fails is an error.
    if (finishReason === 'Inference error') {
      throw new BedrockError('ModelErrorException', 'The model had an error while processing the request.');
    }
    if (finishReason !== undefined) return createResponse('content_filtered', '');
    const text = edit
      ? JSON.stringify(answerSentence({ ...edit, instruction: written }))
      : concepts
        ? JSON.stringify(answerScript(written))
        : describe(written);
    const room = inferenceConfig.maxTokens * TOKEN_LENGTH;
    return createResponse(text.length > room ? 'max_tokens' : 'end_turn', text.slice(0, room));
  };
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
