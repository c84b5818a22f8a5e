import { z } from 'zod';

const workshop = z.object({
  endpoints: z.object({
    DYNAMODB: z.string(),
    S3: z.string(),
    BEDROCK_RUNTIME: z.string(),
    COGNITO_IDENTITY_PROVIDER: z.string(),
    SECRETS_MANAGER: z.string(),
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
const mails = z.array(z.object({ to: z.string(), code: z.string().optional(), link: z.string().optional() }));

export type Mail = z.output<typeof mails>[number];

/** The embedded cloud that the browser talks to, as its workshop describes it. */
export interface Workshop {
  /** Origin of the site. */
  url: string;
  config: z.output<typeof siteConfig>;
  endpoints: z.output<typeof workshop>['endpoints'];
  /** What a resource of the template is called there. @param prefix of its logical id. */
  resource: (prefix: string) => { ref: string };
  /** What was mailed to an address, newest first. */
  mails: (email: string) => Promise<Mail[]>;
}

export async function openWorkshop(url: string): Promise<Workshop> {
  const read = async (path: string): Promise<unknown> => (await fetch(url + path)).json();
  const { endpoints, resources } = workshop.parse(await read('/local/endpoints.json'));
  return {
    url,
    config: siteConfig.parse(await read('/config.json')),
    endpoints,
    resource(prefix) {
      const [, ref = ''] = Object.entries(resources).find(([id]) => id.startsWith(prefix)) ?? [];
      return { ref };
    },
    mails: async (email) => mails.parse(await read('/local/mailbox.json')).filter(({ to }) => to === email),
  };
}
