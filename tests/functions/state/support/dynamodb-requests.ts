import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { Agent, request } from 'node:http';
import { requireEnv } from '../../../../functions/platform/environment.ts';
import { LOCAL_CREDENTIALS } from '../../../../local/credentials.ts';

/** An item in DynamoDB's own notation. */
type Attributes = Record<string, AttributeValue>;

export type Item = Record<string, unknown>;

/** The part of DynamoDB's answers that the tests read. */
interface Answer {
  Item?: Attributes;
  Items?: Attributes[];
  __type?: string;
}

const ENDPOINT = requireEnv('AWS_ENDPOINT_URL_DYNAMODB');
const agent = new Agent({ keepAlive: true });

/** The headers that the emulator requires. It does not verify the signature, whose computation takes time. */
export const UNVERIFIED_SIGNATURE = {
  authorization: `AWS4-HMAC-SHA256 Credential=${LOCAL_CREDENTIALS.accessKeyId}/20260101/us-west-2/dynamodb/aws4_request, SignedHeaders=host, Signature=0`,
  'x-amz-date': '20260101T000000Z',
};

/**
 * Sends a request of the tests themselves. The SDK's middleware would take most of its time, and the functions' client would
 * record it.
 * @throws Error with the name of DynamoDB's error.
 */
export async function sendRequest(operation: string, input: Item): Promise<Answer> {
  const answer = JSON.parse(await post(operation, JSON.stringify(input))) as Answer;
  if (answer.__type === undefined) return answer;
  throw Object.assign(new Error(`${operation}: ${JSON.stringify(answer)}`), {
    name: answer.__type.split('#').at(-1),
  });
}

function post(operation: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...UNVERIFIED_SIGNATURE,
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDB_20120810.${operation}`,
    };
    const outgoing = request(ENDPOINT, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve(text));
      response.on('error', reject);
    });
    outgoing.on('error', reject).end(body);
  });
}

export function toAttributes(item: object): Attributes {
  return marshall(item, { removeUndefinedValues: true });
}

/** The item of an answer to GetItem. */
export function toItem({ Item: item }: Answer): Item | undefined {
  return item && unmarshall(item);
}

/** The items of an answer to Query or Scan. */
export function toItems({ Items: items = [] }: Answer): Item[] {
  return items.map((item) => unmarshall(item));
}
