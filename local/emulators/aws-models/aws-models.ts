import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { HttpRequest } from '@smithy/core/protocols';
import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import type { HttpCall, HttpResponse } from '../bedrock/dual-server.ts';
import { BedrockError, invalidIdentifier } from '../bedrock/errors.ts';
import { type ModelCall, serveRuntimeApi } from '../bedrock/runtime-api.ts';
import { Iam } from '../../iam/iam.ts';
import { createCostReport, type ModelPrices } from './cost-report.ts';
import { describeFailure, isMissingCredentials, SIGN_IN } from './describe-failure.ts';

export interface AwsModelsOptions {
  prices: ModelPrices;
  /** Receives one line for each image, each answer of a text model, and each failed call. */
  print: (line: string) => void;
  /** @default accepts the administrator only */
  iam?: Iam;
  /** Address of the Bedrock runtime. @default AWS_ENDPOINT_URL_BEDROCK_RUNTIME, or AWS's address of the region */
  endpoint?: string | undefined;
}

type Credentials = ReturnType<typeof defaultProvider>;

/** Longer than a generation may take, in milliseconds. */
const TIMEOUT_MS = 60_000;

/** A region becomes a part of the host name. */
const REGION = /^[a-z]{2}(?:-[a-z]+)+-\d$/;

/**
 * Forwards the calls of the functions to Amazon Bedrock, signed with the credentials of the shell. The credentials stay in
 * this process: the functions have only those of the embedded cloud. Prints the price of each image and suggestion.
 * @throws Error with a sentence if there are no credentials.
 */
export async function startAwsModels(options: AwsModelsOptions) {
  const credentials = defaultProvider();
  await credentials().catch((error: unknown) => {
    if (!isMissingCredentials(error)) throw error;
    throw new Error(`MODELS=aws needs AWS credentials. ${SIGN_IN}`, { cause: error });
  });
  return serveRuntimeApi({
    name: 'the connection to Amazon Bedrock',
    port: 0,
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

/** Sends the call with a signature of its own. @throws the errors of fetch, and those of the credentials. */
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

/** Bedrock appends the error's namespace after a colon. */
function getErrorType({ headers, status }: HttpResponse): string {
  const [type = ''] = (headers['x-amzn-errortype'] ?? '').split(':');
  return type === '' ? `status ${status}` : type;
}
