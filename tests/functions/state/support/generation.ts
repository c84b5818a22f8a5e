import { InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import {
  DeleteObjectsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { callEndpoint } from '../../support/endpoint.ts';
import { rawAnswer, stabilityAnswer } from '../../support/models.ts';
import { bedrock, s3 } from './services.ts';

export const FILTERED = rawAnswer('{"finish_reasons":["Filter reason: prompt"]}');

/** Prepares models and a bucket that work. */
export function prepareGeneration(): void {
  bedrock.reset();
  s3.reset();
  bedrock.on(InvokeModelCommand).resolves(stabilityAnswer());
  s3.on(ListObjectsV2Command).resolves({});
  s3.on(ListObjectVersionsCommand).resolves({});
  s3.on(PutObjectCommand).resolves({});
  s3.on(DeleteObjectsCommand).resolves({});
}

/** Calls the endpoint with a token of this user, whose address is not known. */
export function generate(
  userId: string,
  generationId: string,
  more: { model?: string; prompt?: string; reference?: object; setId?: string } = {},
) {
  return callEndpoint('generateThumbnail', userId, {
    body: { prompt: 'a castle', userId, generationId, ...more },
  });
}

export function deletedImages() {
  return s3
    .commandCalls(DeleteObjectsCommand)
    .flatMap(({ args: [{ input }] }) => input.Delete?.Objects?.map(({ Key }) => Key));
}
