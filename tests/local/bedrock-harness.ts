import { BedrockRuntimeClient, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { afterAll, beforeAll } from 'vitest';
import { LOCAL_CREDENTIALS } from '../../local/credentials.ts';
import { type BedrockEmulator, startBedrock } from '../../local/emulators/bedrock/bedrock.ts';

export const CORE = 'stability.stable-image-core-v1:1';
export const ULTRA = 'stability.stable-image-ultra-v1:1';
export const SD35 = 'stability.sd3-5-large-v1:0';

interface CallOptions {
  modelId?: string;
  region?: string;
  signal?: AbortSignal;
}

interface RunningBedrock extends BedrockEmulator {
  /** Calls InvokeModel once, without retries, and parses the response. */
  invoke(body: unknown, options?: CallOptions): Promise<Record<string, unknown>>;
}

/** A running emulator with a client of the SDK for it. */
export async function runBedrock(options: { instant: boolean }): Promise<RunningBedrock> {
  const bedrock = await startBedrock(options);
  const clients = new Map<string, BedrockRuntimeClient>();
  function clientFor(region: string): BedrockRuntimeClient {
    const credentials = LOCAL_CREDENTIALS;
    const settings = { endpoint: bedrock.endpoint, region, credentials, maxAttempts: 1 };
    const client = clients.get(region) ?? new BedrockRuntimeClient(settings);
    clients.set(region, client);
    return client;
  }
  return {
    endpoint: bedrock.endpoint,
    async invoke(body, { modelId = CORE, region = 'us-west-2', signal } = {}) {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const command = new InvokeModelCommand({ modelId, contentType: 'application/json', body: text });
      const response = await clientFor(region).send(command, signal && { abortSignal: signal });
      return JSON.parse(response.body.transformToString()) as Record<string, unknown>;
    },
    async close() {
      for (const client of clients.values()) client.destroy();
      await bedrock.close();
    },
  };
}

/** One emulator for all tests of a file. @returns a function for use in the tests */
export function runBedrockForAll(options: { instant: boolean }): () => RunningBedrock {
  let running: RunningBedrock | undefined;
  beforeAll(async () => {
    running = await runBedrock(options);
  });
  afterAll(() => running?.close());
  return () => {
    if (running === undefined) throw new Error('The Bedrock emulator runs only during the tests.');
    return running;
  };
}
