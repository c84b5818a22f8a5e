import { createHash } from 'node:crypto';
import * as z from 'zod';
import { PROFILE_REGIONS } from '../../../contract/model-pool.ts';
import { BedrockError, invalidIdentifier, parseOrReject } from './errors.ts';
import { FaultInjection, parseFaults } from './fault-injection.ts';
import type { ModelOperation } from './runtime-api.ts';

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

/** Converse with a text model, which completes the idea with one of a few descriptions. Deterministic: the idea selects it. */
export function createConverse(): ModelOperation {
  const faultInjection = new FaultInjection();

  return async ({ modelId, region, body, disconnected }) => {
    if (!TEXT_MODELS.includes(modelId) || !PROFILE_REGIONS.includes(region)) throw invalidIdentifier();
    const { messages, inferenceConfig } = parseOrReject(converseBody, body);
    const idea = messages.flatMap((message) => message.content.map(({ text }) => text)).join('\n');
    const { prompt, ...faults } = parseFaults(idea);
    const finishReason = await faultInjection.apply(faults, disconnected);
    // Converse has no such stop reason: a model that fails is an error.
    if (finishReason === 'Inference error') {
      throw new BedrockError('ModelErrorException', 'The model had an error while processing the request.');
    }
    if (finishReason !== undefined) return createResponse('content_filtered', '');
    const text = describe(prompt);
    const room = inferenceConfig.maxTokens * TOKEN_LENGTH;
    return createResponse(text.length > room ? 'max_tokens' : 'end_turn', text.slice(0, room));
  };
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
