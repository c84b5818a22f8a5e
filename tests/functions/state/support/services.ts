import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { S3Client } from '@aws-sdk/client-s3';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';

/** Mocks of the services beside DynamoDB. Created once, because a second mock of a client disables the first. */
export const bedrock = mockClient(BedrockRuntimeClient);
export const cognito = mockClient(CognitoIdentityProviderClient);
export const s3 = mockClient(S3Client);
export const ses = mockClient(SESv2Client);
export const sqs = mockClient(SQSClient);
