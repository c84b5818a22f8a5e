import type { EndpointResponse } from '../../../../contract/endpoint-types.ts';
import { listFailedRequests } from '../../api/errors.ts';
import { request } from '../../api/request.ts';

/** Longer than the time that the e-mail service has, with a second attempt. */
const TIMEOUT_MS = 15_000;

/** Sends a message to the operator, with the ids of the requests that failed last. */
export const sendSupportMessage = (message: {
  subject: string;
  message: string;
}): Promise<EndpointResponse<'sendSupportMessage'>> =>
  request(
    'sendSupportMessage',
    { body: { ...message, requestIds: listFailedRequests() } },
    { timeoutMs: TIMEOUT_MS },
  );
