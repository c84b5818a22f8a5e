import { Agent, request, type IncomingMessage } from 'node:http';
import { z } from 'zod';
import { readBody } from '../../http/body.ts';
import { IamError } from '../../iam/errors.ts';
import type { Iam } from '../../iam/iam.ts';
import { toSignedRequest } from '../../iam/signature.ts';
import { LOOPBACK, serve } from '../serve.ts';
import { listPermissions } from './permissions.ts';

/** The largest request, BatchWriteItem, of DynamoDB's quotas. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

interface GuardOptions {
  /** Of dynoxide. */
  port: number;
  iam: Iam;
  /** The region of the tables. */
  region: string;
}

/** Verifies the signature and the permissions of every request in front of dynoxide, which accepts any. */
export async function startGuard({ port, iam, region }: GuardOptions) {
  const agent = new Agent({ keepAlive: true });
  const { endpoint, close } = await serve('the DynamoDB emulator', 0, async (incoming, outgoing) => {
    const body = await readBody(incoming, MAX_BODY_BYTES);
    const problem = await findProblem(incoming, body);
    if (problem !== undefined) {
      outgoing.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
      outgoing.end(JSON.stringify(problem));
      return;
    }
    const { method, url, headers } = incoming;
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ host: LOOPBACK, port, agent, method, path: url, headers }, resolve)
        .once('error', reject)
        .end(body);
    });
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });

  /** @returns DynamoDB's error for a request that must not reach dynoxide. */
  async function findProblem(incoming: IncomingMessage, body: Buffer) {
    try {
      const { principal } = await iam.authenticate(toSignedRequest(incoming, body), { service: 'dynamodb' });
      if (principal.role === undefined) return undefined;
      const operation = String(incoming.headers['x-amz-target']).split('.').at(-1) ?? '';
      iam.authorize(principal, listPermissions(operation, JSON.parse(body.toString()), region));
      return undefined;
    } catch (error) {
      if (error instanceof IamError) {
        return { __type: `com.amazon.coral.service#${error.type}`, message: error.message };
      }
      if (error instanceof SyntaxError || error instanceof z.ZodError) {
        return { __type: 'com.amazon.coral.service#SerializationException', message: error.message };
      }
      throw error;
    }
  }

  return {
    endpoint,
    async close() {
      await close();
      agent.destroy();
    },
  };
}
