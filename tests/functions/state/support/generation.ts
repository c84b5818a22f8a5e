import { ConverseCommand, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { JPEGS } from '../../../support/jpegs.ts';
import { callEndpoint } from '../../support/endpoint.ts';
import { fileAnswer, rawAnswer, stabilityAnswer } from '../../support/models.ts';
import { bedrock, s3 } from './services.ts';

export const FILTERED = rawAnswer('{"finish_reasons":["Filter reason: prompt"]}');

/** Prepares models that work, and a bucket that has a photo under each key. */
export function prepareGeneration(): void {
  bedrock.reset();
  s3.reset();
  bedrock.on(InvokeModelCommand).resolves(stabilityAnswer());
  bedrock.on(ConverseCommand).resolves({
    stopReason: 'end_turn',
    output: { message: { role: 'assistant', content: [{ text: 'A castle at night' }] } },
  });
  s3.on(GetObjectCommand).callsFake(() => fileAnswer(JPEGS.baseline));
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
