import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';

/** The sender, whose identity SES has verified in this region. */
interface Sender {
  from: string;
  region: string;
}

interface Email {
  to: string;
  replyTo?: string | undefined;
  subject: string;
  text: string;
  attachment?: { name: string; type: string; content: Uint8Array } | undefined;
}

/** Creates a function that sends e-mails from a sender. The function throws the errors of SES unchanged. */
export function createMailer({ from, region }: Sender): (email: Email) => Promise<void> {
  // A user waits for the response. A second attempt after a lost response sends the e-mail twice, which does no harm.
  const ses = new SESv2Client({
    region,
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
  });
  return async ({ to, replyTo, subject, text, attachment }) => {
    await ses.send(
      new SendEmailCommand({
        FromEmailAddress: from,
        Destination: { ToAddresses: [to] },
        ...(replyTo !== undefined && { ReplyToAddresses: [replyTo] }),
        // SES makes the headers from these fields and encodes them.
        Content: {
          Simple: {
            Subject: { Data: subject, Charset: 'UTF-8' },
            Body: { Text: { Data: text, Charset: 'UTF-8' } },
            ...(attachment !== undefined && { Attachments: [toSesAttachment(attachment)] }),
          },
        },
      }),
    );
  };
}

/** Without `ContentTransferEncoding`, SES writes an attachment as text of seven bits (SES developer guide, "Email attachments"). */
const toSesAttachment = ({ name, type, content }: NonNullable<Email['attachment']>) => ({
  FileName: name,
  ContentType: type,
  ContentTransferEncoding: 'BASE64' as const,
  RawContent: content,
});
