import { z } from 'zod';
import { connectDevTools, type DevTools } from './dev-tools.ts';

const siteConfig = z.object({
  region: z.string(),
  userPoolId: z.string(),
  userPoolClientId: z.string(),
  userPoolEndpoint: z.string().optional(),
  magicLink: z.boolean(),
});

/** The site under test, on the embedded cloud or deployed. */
export interface Site {
  /** Its origin. */
  url: string;
  config: z.output<typeof siteConfig>;
  /** The origins that pages may call and load from, apart from the site's own. */
  otherOrigins: readonly string[];
  /** Undefined for a deployed site. */
  devTools: DevTools | undefined;
}

export async function connectSite(url: string): Promise<Site> {
  const page = await fetch(url);
  const policy = page.headers.get('content-security-policy') ?? '';
  const sources = policy.match(/(?:connect|img)-src[^;]*/g) ?? [];
  const config = siteConfig.parse(await (await fetch(`${url}/config.json`)).json());
  const tools = await fetch(`${url}/local/endpoints.json`);
  return {
    url,
    config,
    otherOrigins: [
      config.userPoolEndpoint ?? `https://cognito-idp.${config.region}.amazonaws.com`,
      ...(sources.join(' ').match(/https?:\S+/g) ?? []),
    ],
    devTools: tools.ok ? await connectDevTools(url) : undefined,
  };
}
