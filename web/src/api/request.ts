import type { EndpointName } from '#contract/endpoints/endpoints.ts';
import type { EndpointInput, EndpointResponse } from '#contract/endpoints/endpoint-types.ts';
import { addUserCode } from '../session/user-code.ts';
import { ConnectionError } from './errors.ts';
import type * as SendRequest from './send-request.ts';
import type { CallOptions } from './send-request.ts';

/** Longer than API Gateway's integration timeout of 30 s, so that the browser receives its response. */
export const LONG_TIMEOUT_MS = 35_000;

let code: typeof SendRequest | undefined;

/** @throws ConnectionError if the code cannot be loaded, because nothing is sent then. */
export async function loadSendRequest(): Promise<typeof SendRequest> {
  try {
    code ??= await import('./send-request.ts');
  } catch (cause) {
    throw new ConnectionError({ cause });
  }
  return code;
}

addUserCode(loadSendRequest);

/**
 * Calls an endpoint as the signed-in user and returns its parsed response. The code that sends the request loads with the session.
 * @throws ApiError when the API refuses the request, ConnectionError when the outcome is unknown, and the signal's
 * reason when the signal aborts.
 */
export async function request<Name extends EndpointName>(
  name: Name,
  input: EndpointInput<Name>,
  options: CallOptions = {},
): Promise<EndpointResponse<Name>> {
  // A page that is being left does not wait for code that it has.
  const { sendRequest } = code ?? (await loadSendRequest());
  return (await sendRequest(name, input, options)) as EndpointResponse<Name>;
}
