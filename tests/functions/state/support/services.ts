import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { S3Client } from '@aws-sdk/client-s3';
import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { SQSClient } from '@aws-sdk/client-sqs';
import { mockService } from '../../support/mock-service.ts';

/** Mocks of the services beside DynamoDB. Created once, because a second mock of a client disables the first. */
export const bedrock = mockService(BedrockRuntimeClient);
export const cognito = mockService(CognitoIdentityProviderClient);
export const s3 = mockService(S3Client);
export const ses = mockService(SESv2Client);
export const sqs = mockService(SQSClient);

/** Removes all answers. A file that depended on the answers of another file would fail when it runs alone. */
export function resetServices(): void {
  for (const service of [bedrock, cognito, s3, ses, sqs]) service.reset();
}

/** Prepares a service that sends e-mails. Other files of the worker also send e-mails. */
export function prepareEmails(): void {
  ses.reset();
  ses.on(SendEmailCommand).resolves({});
}
