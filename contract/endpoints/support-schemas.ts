/** The request and response of a message to support. */
import * as z from 'zod/mini';
import { base64, base64Length, oneLine, requiredText } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { SUPPORT_LEVELS } from '../support.ts';

export const sendSupportMessageRequest = z.object(
  {
    subject: oneLine('subject', LIMITS.supportSubjectLength),
    message: requiredText('message', LIMITS.supportMessageLength),
    /** The ids of the last failed requests of the page, for a search in the logs. */
    requestIds: z
      .array(
        z
          .string('requestIds must be texts')
          .check(z.regex(/^[\w=-]{1,64}$/, 'requestIds must be ids of requests')),
        'requestIds must be a list',
      )
      .check(
        z.maxLength(LIMITS.supportRequestIds, `requestIds must have at most ${LIMITS.supportRequestIds}`),
      ),
    /** A JPEG that the operator sees with the message. */
    picture: z.optional(base64('picture', LIMITS.supportPictureBytes)),
  },
  'the body must be a JSON object',
);

/** The response confirms that the operator has the message, and names the answer time. */
export const sendSupportMessageResponse = z.object({
  level: z.enum(SUPPORT_LEVELS),
  answerHours: z.int(),
});

export const sendSupportMessageSchemas = {
  body: sendSupportMessageRequest,
  bodyBytes: LIMITS.bodyBytes + base64Length(LIMITS.supportPictureBytes),
  response: sendSupportMessageResponse,
};
