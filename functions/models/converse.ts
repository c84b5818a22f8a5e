import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { priceTokens, type PromptModel } from '../../contract/model-pool.ts';

/** In ms. */
const TIMEOUT_MS = 7_000;

export interface Conversation {
  /** The instructions. */
  system: string;
  /** The message of the user, which is untrusted. */
  message: string;
  /** Bedrock reserves them from the quota of tokens (Amazon Bedrock user guide, "How tokens are counted"). */
  maxTokens: number;
  /** In ms. @default 7 s */
  timeoutMs?: number;
  /** 0 for the most likely text. @default 0.7 */
  temperature?: number;
}

interface Answer {
  text: string;
  /** `end_turn` for a complete text; `max_tokens` for one that is cut off; Bedrock's other reasons. */
  stopReason: string | undefined;
  /** List price, in US dollars; undefined if it is unknown. */
  usd: number | undefined;
}

let client: BedrockRuntimeClient | undefined;

/**
 * Sends one message to a text model.
 * @throws the SDK's error, also if there is no answer in time. Its message may quote the user's message.
 */
export async function converse(
  { id, region, usdPerMillionTokens: price }: PromptModel,
  { system, message, maxTokens, timeoutMs = TIMEOUT_MS, temperature = 0.7 }: Conversation,
): Promise<Answer> {
  client ??= new BedrockRuntimeClient({ region, maxAttempts: 2, requestHandler: { sessionTimeout: 60_000 } });
  const command = new ConverseCommand({
    modelId: id,
    system: [{ text: system }],
    messages: [{ role: 'user', content: [{ text: message }] }],
    inferenceConfig: { maxTokens, temperature },
  });
  const answer = await client.send(command, { abortSignal: AbortSignal.timeout(timeoutMs) });
  const { stopReason, output, usage: { inputTokens = 0, outputTokens = 0 } = {} } = answer;
  return {
    stopReason,
    text: (output?.message?.content ?? []).map(({ text }) => text ?? '').join(' '),
    usd: price && priceTokens(price, { inputTokens, outputTokens }),
  };
}
