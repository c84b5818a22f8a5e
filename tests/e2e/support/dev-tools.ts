import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { LOCAL_CREDENTIALS } from '../../../local/credentials.ts';
import { inspectCloud } from '../../support/cloud-inspector.ts';

const endpointsFile = z.object({
  endpoints: z.object({
    DYNAMODB: z.string(),
    S3: z.string(),
    COGNITO_IDENTITY_PROVIDER: z.string(),
    LAMBDA: z.string(),
  }),
  resources: z.record(z.string(), z.string()),
});
const siteConfig = z.object({
  region: z.string(),
  userPoolId: z.string(),
  userPoolClientId: z.string(),
  userPoolEndpoint: z.string(),
  models: z.array(z.object({ id: z.string(), label: z.string(), cost: z.number() })),
  packs: z.array(z.object({ name: z.string(), priceId: z.string() })),
});
const mailbox = z.array(
  z.object({ to: z.string(), code: z.string().optional(), link: z.string().optional() }),
);

/** The developer pages of the embedded cloud that serves the site at this origin. */
export async function connectDevTools(url: string) {
  const read = async (path: string): Promise<unknown> => (await fetch(url + path)).json();
  const { endpoints, resources } = endpointsFile.parse(await read('/local/endpoints.json'));
  const config = siteConfig.parse(await read('/config.json'));
  const resource = (prefix: string) => {
    const [, ref = ''] = Object.entries(resources).find(([id]) => id.startsWith(prefix)) ?? [];
    return { ref };
  };
  const inspector = inspectCloud({ region: config.region, endpoints, resource });
  const lambda = new LambdaClient({
    region: config.region,
    endpoint: endpoints.LAMBDA,
    credentials: LOCAL_CREDENTIALS,
  });
  return {
    url,
    config,
    endpoints,
    /** The physical name of a resource. @param prefix of its logical id */
    resource,
    /** Mail to an address, newest first. */
    mails: async (email: string) =>
      mailbox.parse(await read('/local/mailbox.json')).filter(({ to }) => to === email),
    /** Grants credits, or takes them, until an account has this balance. */
    async setBalance(userId: string, credits: number) {
      const amount = credits - (await inspector.balance(userId));
      if (amount === 0) return;
      const grant = {
        userId,
        grantId: randomUUID(),
        credits: amount,
        by: 'test',
        why: 'test',
        dryRun: false,
      };
      const { FunctionError, Payload } = await lambda.send(
        new InvokeCommand({
          FunctionName: resource('GrantCreditsFunction').ref,
          Payload: JSON.stringify(grant),
        }),
      );
      if (FunctionError !== undefined) throw new Error(Payload?.transformToString());
    },
  };
}

export type DevTools = Awaited<ReturnType<typeof connectDevTools>>;
