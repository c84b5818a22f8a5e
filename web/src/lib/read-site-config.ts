import { SITE_CONFIG_PATH } from '#contract/site-config.ts';
import type { SiteConfig } from '#contract/site-config.ts';

const TIMEOUT_MS = 10_000;

let reading: Promise<SiteConfig> | undefined;

/** The runtime settings, read once per page. After a failure the next call reads again. */
export function readSiteConfig(): Promise<SiteConfig> {
  reading ??= fetchSiteConfig().catch((cause: unknown) => {
    reading = undefined;
    throw new Error('The connection was lost.', { cause });
  });
  return reading;
}

/** Reads the settings again: a page that stays open for days has old ones. */
export function refreshSiteConfig(): Promise<SiteConfig> {
  reading = undefined;
  return readSiteConfig();
}

async function fetchSiteConfig(): Promise<SiteConfig> {
  const response = await fetch(SITE_CONFIG_PATH, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${SITE_CONFIG_PATH} answered ${response.status}`);
  return (await response.json()) as SiteConfig;
}
