import { useEffect, useState } from 'react';
import { SITE_CONFIG_PATH } from '../../../contract/site-config.ts';
import type { SiteConfig } from '../../../contract/site-config.ts';
import { ConnectionError } from './errors.ts';

const TIMEOUT_MS = 10_000;

let reading: Promise<SiteConfig> | undefined;

/** The runtime settings, fetched once per page. A failure is forgotten, so that the next call tries again. */
export function readSiteConfig(): Promise<SiteConfig> {
  reading ??= fetchSiteConfig().catch((error: unknown) => {
    reading = undefined;
    throw error;
  });
  return reading;
}

async function fetchSiteConfig(): Promise<SiteConfig> {
  try {
    const response = await fetch(SITE_CONFIG_PATH, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok) return (await response.json()) as SiteConfig;
  } catch (cause) {
    throw new ConnectionError({ cause });
  }
  throw new ConnectionError();
}

/** Undefined until the settings are there. */
export function useSiteConfig(): SiteConfig | undefined {
  const [config, setConfig] = useState<SiteConfig>();
  useEffect(() => {
    let here = true;
    readSiteConfig().then(
      (settings) => here && setConfig(settings),
      () => undefined, // What needs the settings to work asks again itself, and says so when it fails.
    );
    return () => {
      here = false;
    };
  }, []);
  return config;
}
