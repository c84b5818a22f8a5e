import { Agent, request, type IncomingMessage } from 'node:http';
import { z } from 'zod';
import { readBody } from '../../http/requests.ts';
import { IamError } from '../../iam/errors.ts';
import type { Iam } from '../../iam/iam.ts';
import { toSignedRequest } from '../../iam/signature.ts';
import { LOOPBACK, serve } from '../serve.ts';
import { createArn } from '../../credentials.ts';
import type { Permission } from '../../iam/policy.ts';

/** The largest request of DynamoDB's quotas, which BatchWriteItem has. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

interface GuardOptions {
  /** The port of dynoxide. */
  port: number;
  iam: Iam;
  /** The region of the tables. */
  region: string;
}

/** Verifies the signature and the permissions of every request before dynoxide gets it. Dynoxide accepts any signature. */
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

  /** @returns DynamoDB's error if the request must not reach dynoxide. */
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

const table = z.object({ TableName: z.string() });
const single = z.object({ TableName: z.string().optional(), IndexName: z.string().optional() });

/** The action that each part of a transaction needs (Amazon DynamoDB developer guide, "Using IAM with transactions"). */
const PART_ACTIONS = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
};
const transaction = z.object({
  TransactItems: z.array(
    z
      .strictObject({
        Put: table,
        Update: table,
        Delete: table,
        ConditionCheck: table,
        Get: table,
      })
      .partial(),
  ),
});

/**
 * Lists the permissions that a request needs.
 * @param operation the operation, e.g. `Query`.
 * @throws a zod error if the body names its tables in an unknown form.
 */
export function listPermissions(operation: string, body: unknown, region: string): Permission[] {
  const allow = (action: string, resource: string): Permission => ({
    action: `dynamodb:${action}`,
    resource: createArn('dynamodb', region, `table/${resource}`),
  });
  switch (operation) {
    case 'TransactWriteItems':
    case 'TransactGetItems':
      return transaction
        .parse(body)
        .TransactItems.flatMap((part) =>
          listKeys(PART_ACTIONS).flatMap((kind) =>
            part[kind] === undefined ? [] : [allow(PART_ACTIONS[kind], part[kind].TableName)],
          ),
        );
    default: {
      const { TableName = '*', IndexName } = single.parse(body);
      return [allow(operation, IndexName === undefined ? TableName : `${TableName}/index/${IndexName}`)];
    }
  }
}

const listKeys = <Key extends string>(record: Record<Key, unknown>) => Object.keys(record) as Key[];
