import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { HttpRequest } from '@smithy/core/protocols';
import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import { z } from 'zod';
import type { HttpCall, HttpResponse } from '../bedrock/dual-server.ts';
import { BedrockError, invalidIdentifier, type ModelCall, serveRuntimeApi } from '../bedrock/runtime-api.ts';
import { Iam } from '../../iam/iam.ts';
import { priceTokens, type PromptModel } from '#contract/text-model.ts';

export interface AwsModelsOptions {
  prices: ModelPrices;
  /** Receives one line for each image, each answer of a text model, and each failed call. */
  print: (line: string) => void;
  /** @default accepts the administrator only */
  iam?: Iam;
  /** The address of the Bedrock runtime. @default AWS_ENDPOINT_URL_BEDROCK_RUNTIME, or AWS's address in the region */
  endpoint?: string | undefined;
}

type Credentials = ReturnType<typeof defaultProvider>;

/** The timeout of a call, in milliseconds. It is longer than a generation may take. */
const TIMEOUT_MS = 60_000;

/** Matches an AWS region, because the region becomes a part of the host name. */
const REGION = /^[a-z]{2}(?:-[a-z]+)+-\d$/;

/**
 * Forwards the calls of the functions to Amazon Bedrock, signed with the credentials of the shell. Only this process has these credentials:
 * the functions have the credentials of the embedded cloud. Prints the price of each image and suggestion.
 * @throws Error with a sentence if the shell has no credentials.
 */
export async function startAwsModels(options: AwsModelsOptions) {
  const credentials = defaultProvider();
  await credentials().catch((error: unknown) => {
    if (!isMissingCredentials(error)) throw error;
    throw new Error(`MODELS=aws needs AWS credentials. ${SIGN_IN}`, { cause: error });
  });
  return serveRuntimeApi({
    name: 'the connection to Amazon Bedrock',
    iam: options.iam ?? new Iam(),
    answer: createForwarder(options, credentials),
  });
}

function createForwarder(
  { prices, print, endpoint = process.env['AWS_ENDPOINT_URL_BEDROCK_RUNTIME'] }: AwsModelsOptions,
  credentials: Credentials,
) {
  const reportCost = createCostReport(prices, print);
  return async (call: ModelCall): Promise<HttpResponse> => {
    const { modelId, region } = call;
    if (!REGION.test(region)) throw invalidIdentifier();
    try {
      const origin = endpoint ?? `https://bedrock-runtime.${region}.amazonaws.com`;
      const response = await forward(call, new URL(call.path, origin), { region, credentials });
      if (response.status === 200) reportCost(modelId, region, response.body);
      else print(describeFailure(getErrorType(response), modelId, region));
      return response;
    } catch (error) {
      if (call.disconnected.aborted) throw error;
      const name = error instanceof Error ? error.name : 'an unknown error';
      print(describeFailure(name, modelId, region));
      throw new BedrockError('ServiceUnavailableException', 'See the terminal of npm start.');
    }
  };
}

const KEPT_HEADERS = new Set(['content-type', 'x-amzn-errortype', 'x-amzn-requestid']);

interface Signer {
  region: string;
  credentials: Credentials;
}

/** Signs the call with the credentials of the shell and sends it. @throws the errors of `fetch` and of the credential provider. */
async function forward(
  { method, body, disconnected }: HttpCall,
  { href, protocol, host, pathname }: URL,
  { region, credentials }: Signer,
): Promise<HttpResponse> {
  const signer = new SignatureV4({
    service: 'bedrock',
    region,
    credentials,
    sha256: Hash.bind(null, 'sha256'),
  });
  const headers = { host, 'content-type': 'application/json', accept: 'application/json' };
  const { headers: signed } = await signer.sign(
    new HttpRequest({ method, protocol, hostname: host, path: pathname, headers, body }),
  );
  const response = await fetch(href, {
    method,
    headers: signed,
    body,
    signal: AbortSignal.any([disconnected, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  const kept = [...response.headers].filter(([name]) => KEPT_HEADERS.has(name));
  return { status: response.status, headers: Object.fromEntries(kept), body: await response.text() };
}

/** Returns the type of an error. Bedrock appends the error's namespace after a colon. */
function getErrorType({ headers, status }: HttpResponse): string {
  const [type = ''] = (headers['x-amzn-errortype'] ?? '').split(':');
  return type === '' ? `status ${status}` : type;
}

/** The price of an image, or of a text model's tokens. */
export interface ModelPrice {
  usdPerImage?: number;
  usdPerMillionTokens?: PromptModel['usdPerMillionTokens'];
  /** The source of the price. */
  source: string;
}

/** The prices by model id. */
export type ModelPrices = ReadonlyMap<string, ModelPrice>;

const imageResponse = z.object({ images: z.array(z.string()).min(1) });
const textResponse = z.object({ usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }) });

/**
 * Prints the price of each image and of each answer of a text model, and the sum since the start. A response to a filtered prompt has no
 * image and costs nothing.
 * @returns a function that receives the body of each successful response of a model.
 */
function createCostReport(prices: ModelPrices, print: (line: string) => void) {
  const counts = { image: 0, suggestion: 0 };
  let total = 0;

  function add(kind: keyof typeof counts, origin: string, usd: number | undefined, source = ''): void {
    counts[kind] += 1;
    total += usd ?? 0;
    const cost = usd === undefined ? 'unknown price' : `${formatUsd(usd)} (${source})`;
    const sums = [formatCount(counts.image, 'image'), formatCount(counts.suggestion, 'suggestion')];
    const since = [...sums.filter((sum) => sum !== undefined), formatUsd(total)].join(', ');
    print(`${kind === 'image' ? 'Image' : 'Suggestion'} by ${origin}: ${cost}. Since the start: ${since}.`);
  }

  return (model: string, region: string, body: string): void => {
    const content: unknown = JSON.parse(body);
    const price = prices.get(model);
    const origin = `${model} in ${region}`;
    if (imageResponse.safeParse(content).success) add('image', origin, price?.usdPerImage, price?.source);
    const { data } = textResponse.safeParse(content);
    if (data === undefined) return;
    const tokens = price?.usdPerMillionTokens;
    add('suggestion', origin, tokens && priceTokens(tokens, data.usage), price?.source);
  };
}

function formatCount(count: number, noun: string): string | undefined {
  if (count === 0) return undefined;
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

/** Formats a price. A suggestion costs less than a cent, so its price has more decimal places. */
const formatUsd = (usd: number) => `${usd === 0 || usd >= 0.01 ? usd.toFixed(2) : usd.toFixed(6)} USD`;
const SIGN_IN = 'Sign in with aws sso login, or set AWS_PROFILE or AWS_ACCESS_KEY_ID.';

const MISSING = new Set(['CredentialsProviderError', 'TokenProviderError']);
const REJECTED = new Set([
  'ExpiredTokenException',
  'IncompleteSignatureException',
  'InvalidSignatureException',
  'UnrecognizedClientException',
]);
const THROTTLED = new Set(['ServiceQuotaExceededException', 'ThrottlingException']);

/** Returns true if the shell has no AWS credentials, or if its session has ended. */
function isMissingCredentials(error: unknown): boolean {
  return error instanceof Error && MISSING.has(error.name);
}

/**
 * Describes in a sentence why a call to Bedrock failed, and what to do. Never quotes Bedrock's message, because the message may contain the
 * prompt.
 * @param name the class of the error, e.g. `AccessDeniedException`.
 */
function describeFailure(name: string, model: string, region: string): string {
  if (MISSING.has(name)) return `There are no AWS credentials. ${SIGN_IN}`;
  if (REJECTED.has(name)) return `AWS rejects these credentials: they are invalid or expired. ${SIGN_IN}`;
  if (THROTTLED.has(name)) return `The account's quota of ${model} in ${region} is used up.`;
  switch (name) {
    case 'AccessDeniedException':
      return (
        `Bedrock denies access to ${model} in ${region}. Allow bedrock:InvokeModel, and subscribe to the model in the ` +
        'Bedrock console (docs/deploy.md, "Subscribe to the models").'
      );
    case 'ResourceNotFoundException':
      return `Bedrock has no ${model} in ${region}. Change the model or its region in infra/stages/dev.ts.`;
    case 'ValidationException':
      return `Bedrock rejects the request for ${model} in ${region}: the region lacks the model, or the model refused the prompt or the image.`;
    case 'TimeoutError':
      return `Bedrock in ${region} did not answer in time.`;
    case 'TypeError':
      return `Bedrock in ${region} cannot be reached. Check the network and the name of the region.`;
    default:
      return `${model} in ${region} failed: ${name}.`;
  }
}
