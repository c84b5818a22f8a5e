import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { readBody } from '../../http/body.ts';
import { listen, stop } from '../serve.ts';

export interface SecretsEmulator {
  endpoint: string;
  /** Creates a secret, or replaces its value. */
  put(arn: string, value: string): void;
  /** The value of each secret, by ARN. */
  values(): ReadonlyMap<string, string>;
  close(): Promise<void>;
}

const TARGET = 'secretsmanager.';
const MAX_BODY_BYTES = 64 * 1024;

const getSecretValue = z.object({ SecretId: z.string() });
const putSecretValue = z.object({ SecretId: z.string(), SecretString: z.string() });

/** Emulates GetSecretValue and PutSecretValue (AWS Secrets Manager API reference). */
export async function startSecrets(options: { port?: number } = {}): Promise<SecretsEmulator> {
  const secrets = new Map<string, string>();
  const server = createServer((request, response) => {
    answer(secrets, request, response).catch(() =>
      fail(response, 'InternalServiceError', 'An unexpected error occurred.', 500),
    );
  });
  const { endpoint } = await listen(server, options.port ?? 0, 'the local Secrets Manager');
  return {
    endpoint,
    put: (arn, value) => void secrets.set(arn, value),
    values: () => secrets,
    close: () => stop(server),
  };
}

async function answer(
  secrets: Map<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const target = request.headers['x-amz-target'];
  const operation = typeof target === 'string' ? target.replace(TARGET, '') : '';
  const body: unknown = JSON.parse((await readBody(request, MAX_BODY_BYTES)).toString());
  if (operation === 'GetSecretValue') {
    const { SecretId } = getSecretValue.parse(body);
    const SecretString = secrets.get(SecretId);
    if (SecretString === undefined) notFound(response);
    else send(response, 200, { ARN: SecretId, Name: SecretId, SecretString, VersionStages: ['AWSCURRENT'] });
  } else if (operation === 'PutSecretValue') {
    const { SecretId, SecretString } = putSecretValue.parse(body);
    if (!secrets.has(SecretId)) notFound(response);
    else {
      secrets.set(SecretId, SecretString);
      send(response, 200, { ARN: SecretId, Name: SecretId, VersionStages: ['AWSCURRENT'] });
    }
  } else {
    const message = `The local Secrets Manager does not implement ${operation}.`;
    fail(response, 'UnknownOperationException', message, 501);
  }
}

function notFound(response: ServerResponse): void {
  fail(response, 'ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
}

function fail(response: ServerResponse, type: string, message: string, status = 400): void {
  send(response, status, { __type: type, message });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
  response.end(JSON.stringify(body));
}
