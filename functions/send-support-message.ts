import { apiHandler } from './http/api-handler.ts';
import { sendMessage } from './support/send-message.ts';

/** POST /api/support-messages: sends a message to the operator, also for a suspended account. */
export const handler = apiHandler('sendSupportMessage', ({ userId, user, email, body }) =>
  sendMessage({ userId, user, email, ...body }),
);
