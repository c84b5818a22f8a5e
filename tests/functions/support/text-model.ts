import {
  ConverseCommand,
  type ConverseCommandInput,
  type ConverseCommandOutput,
} from '@aws-sdk/client-bedrock-runtime';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { createConverse } from '../../../local/emulators/bedrock/converse.ts';
import { bedrock, dynamodb, resetCloud } from './cloud.ts';
import { succeededRow } from './thumbnail-rows.ts';

/** A response of Converse. @param text a value that is no text is sent as JSON. */
export const textAnswer = (text: unknown, stopReason = 'end_turn') => ({
  stopReason: stopReason as 'end_turn',
  output: {
    message: {
      role: 'assistant' as const,
      content: text === '' ? [] : [{ text: typeof text === 'string' ? text : JSON.stringify(text) }],
    },
  },
  usage: { inputTokens: 200, outputTokens: 100, totalTokens: 300 },
});

export const answerWith = (text: unknown, stopReason?: string) =>
  bedrock.on(ConverseCommand).resolves(textAnswer(text, stopReason));

/** Prepares a caller within the limits, a thumbnail, and the answer of the text model. */
export function prepareTextModel(answer: unknown, thumbnail = succeededRow()): void {
  resetCloud();
  dynamodb.on(GetCommand).resolves({});
  dynamodb.on(GetCommand, { TableName: 'thumbnails' }).resolves({ Item: thumbnail });
  // The first request of the day is counted.
  dynamodb.on(UpdateCommand).resolves({ Attributes: { requests: 1 } });
  answerWith(answer);
}

/** The requests to the text model. */
export const textRequests = () =>
  bedrock.commandCalls(ConverseCommand).map(({ args: [{ input }] }) => ({
    ...input,
    message: input.messages?.[0]?.content?.[0]?.text ?? '',
  }));

const converse = createConverse();

/** Lets the stand-in's text model answer, without the wire. */
export function answerAsStandIn(): void {
  bedrock.on(ConverseCommand).callsFake(
    ({ system, messages, inferenceConfig }: ConverseCommandInput) =>
      converse({
        modelId: 'us.amazon.nova-micro-v1:0',
        region: 'us-west-2',
        body: { system, messages, inferenceConfig },
        disconnected: new AbortController().signal,
      }) as Promise<ConverseCommandOutput>,
  );
}
