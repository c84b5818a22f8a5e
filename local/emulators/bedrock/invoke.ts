import { randomUUID } from 'node:crypto';
import { BedrockError, invalidIdentifier } from './errors.ts';
import type { HttpAnswer, HttpCall, HttpHandler } from './http.ts';
import { schemaOf } from './models.ts';
import { parseRehearsal, Rehearsals } from './rehearsal.ts';
import { signedRegion } from './signature.ts';
import { malformed } from './violations.ts';

/** What one picture is painted from: the same sketch is always the same picture. */
export interface Sketch {
  modelId: string;
  prompt: string;
  negativePrompt: string;
  seed: number;
  width: number;
  height: number;
}

/** Paints a PNG. @param gone aborts when nobody waits for it any more. */
export type Painter = (sketch: Sketch, gone: AbortSignal) => Promise<Buffer>;

const ROUTE = /^\/model\/(?<modelId>[^/?]+)\/invoke(?:\?.*)?$/;

/** Answers InvokeModel: `POST /model/{modelId}/invoke` (Amazon Bedrock API reference, InvokeModel). */
export function createInvokeModel(paint: Painter): HttpHandler {
  const rehearsals = new Rehearsals();

  async function invoke(call: HttpCall): Promise<HttpAnswer> {
    const body = await call.body();
    const modelId = modelIdOf(call);
    const schema = schemaOf(modelId, signedRegion(call.headers.authorization));
    const order = schema.read(parseJson(call.headers['content-type'], body));

    const rehearsal = parseRehearsal(order.prompt);
    if ((await rehearsals.play(rehearsal, call.gone)) === 'filtered') return json(200, schema.filtered());

    const { negativePrompt, width, height } = order;
    const pictures = await Promise.all(
      order.seeds.map((seed) =>
        paint({ modelId, prompt: rehearsal.prompt, negativePrompt, seed, width, height }, call.gone),
      ),
    );
    return json(
      200,
      schema.answer(
        order,
        pictures.map((png) => png.toString('base64')),
      ),
    );
  }

  return async (call) => {
    try {
      return await invoke(call);
    } catch (error) {
      if (call.gone.aborted) throw error;
      return refusal(error);
    }
  };
}

/** @throws BedrockError when the request is not an InvokeModel at all. */
function modelIdOf({ method, path }: HttpCall): string {
  const encoded = method === 'POST' ? ROUTE.exec(path)?.groups?.['modelId'] : undefined;
  if (encoded === undefined) {
    throw new BedrockError('UnknownOperationException', 'The local Bedrock stand-in knows InvokeModel only.');
  }
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw invalidIdentifier();
  }
}

function parseJson(contentType: string | undefined, body: Buffer): unknown {
  if (contentType !== undefined && !/^application\/json\s*(?:;|$)/i.test(contentType)) {
    throw new BedrockError(
      'ValidationException',
      `The provided content type ${contentType} is invalid or not supported.`,
    );
  }
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw malformed();
  }
}

function refusal(error: unknown): HttpAnswer {
  const said =
    error instanceof BedrockError
      ? error
      : // The stack is of use to whoever works on the stand-in, and nobody else sees it.
        new BedrockError(
          'InternalServerException',
          error instanceof Error ? (error.stack ?? error.message) : 'unknown',
        );
  return json(
    said.status,
    { message: said.message },
    {
      // The SDK takes the part before the colon for the error's class; Bedrock sends both.
      'x-amzn-errortype': `${said.type}:http://internal.amazon.com/coral/com.amazon.bedrock/`,
    },
  );
}

function json(status: number, body: object, headers: Record<string, string> = {}): HttpAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID(), ...headers },
    body: JSON.stringify(body),
  };
}
