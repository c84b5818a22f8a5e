import { SITE_CONFIG_PATH } from '../../../contract/site-config.ts';
import type { SiteConfig } from '../../../contract/site-config.ts';
import { ConnectionError } from './errors.ts';
import { useQuery } from './use-query.ts';

const TIMEOUT_MS = 10_000;

let reading: Promise<SiteConfig> | undefined;

/** The runtime settings, read once per page. After a failure the next call reads again. */
export function readSiteConfig(): Promise<SiteConfig> {
  reading ??= fetchSiteConfig().catch((error: unknown) => {
    reading = undefined;
    throw error;
  });
  return reading;
}

export const useSiteConfig = () => useQuery(['config'], readSiteConfig, { revalidateOnFocus: false });

async function fetchSiteConfig(): Promise<SiteConfig> {
  try {
    const response = await fetch(SITE_CONFIG_PATH, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok) return (await response.json()) as SiteConfig;
  } catch (cause) {
    throw new ConnectionError({ cause });
  }
  throw new ConnectionError();
}
