import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { readBody } from '../../http/requests.ts';
import { LOCAL_ACCOUNT } from '../../credentials.ts';
import { IamError } from '../../iam/errors.ts';
import type { Iam } from '../../iam/iam.ts';
import { toSignedRequest } from '../../iam/signature.ts';
import { AwsJsonError } from '../aws-json.ts';
import type { Mail } from '../mailbox.ts';
import { serve } from '../serve.ts';

const address = z.string().regex(/^[^\s@<>]+@[^\s@<>]+$/);
const sendEmail = z.object({
  FromEmailAddress: address,
  Destination: z.object({ ToAddresses: z.array(address).length(1) }),
  ReplyToAddresses: z.array(address).max(1).default([]),
  Content: z.object({
    Simple: z.object({
      Subject: z.object({ Data: z.string().regex(/^[^\r\n]*$/) }),
      Body: z.object({ Text: z.object({ Data: z.string() }) }),
      Attachments: z
        .array(
          z.object({
            FileName: z.string().max(255),
            ContentType: z.string(),
            ContentTransferEncoding: z.literal('BASE64'),
            RawContent: z.base64(),
          }),
        )
        .max(1)
        .default([]),
    }),
  }),
});

/** SES takes 40 MB. The product sends at most one picture of 1 MB. */
const MAX_BYTES = 2_000_000;

interface SesOptions {
  iam: Iam;
  deliver: (mail: Mail) => void;
}

/** Emulates SendEmail (Amazon SES API v2 reference) for a text to one address, with at most one attachment. Every domain counts as a verified identity. */
export function startSes({ iam, deliver }: SesOptions) {
  return serve('the local SES', 0, async (request, response) => {
    const send = (status: number, body: object, type?: string) => {
      const headers = { 'content-type': 'application/json', ...(type && { 'x-amzn-errortype': type }) };
      response.writeHead(status, headers).end(JSON.stringify(body));
    };
    try {
      const bytes = await readBody(request, MAX_BYTES);
      const caller = await iam.authenticate(toSignedRequest(request, bytes), { service: 'ses' });
      if (`${request.method} ${request.url}` !== 'POST /v2/email/outbound-emails') {
        throw new AwsJsonError('NotFoundException', 'The local SES implements SendEmail only.', 404);
      }
      const { FromEmailAddress, Destination, ReplyToAddresses, Content } = sendEmail.parse(
        JSON.parse(bytes.toString()),
      );
      const domain = FromEmailAddress.split('@')[1];
      const resource = `arn:aws:ses:${caller.region}:${LOCAL_ACCOUNT}:identity/${domain}`;
      const context = { 'ses:FromAddress': FromEmailAddress };
      iam.authorize(caller.principal, [{ action: 'ses:SendEmail', resource, context }]);
      const { Subject, Body, Attachments } = Content.Simple;
      const [attachment] = Attachments;
      deliver({
        to: Destination.ToAddresses.join(),
        replyTo: ReplyToAddresses[0],
        subject: Subject.Data,
        text: Body.Text.Data,
        code: '',
        ...(attachment && {
          attachment: {
            name: attachment.FileName,
            type: attachment.ContentType,
            content: attachment.RawContent,
          },
        }),
      });
      send(200, { MessageId: randomUUID() });
    } catch (error) {
      const { status, type, message } = toSesError(error);
      send(status, { message }, type);
    }
  });
}

function toSesError(error: unknown): AwsJsonError {
  if (error instanceof AwsJsonError) return error;
  if (error instanceof IamError) return new AwsJsonError(error.type, error.message, 403);
  if (error instanceof z.ZodError) return new AwsJsonError('BadRequestException', z.prettifyError(error));
  return new AwsJsonError('InternalServiceErrorException', 'The e-mail was not sent.', 500);
}
