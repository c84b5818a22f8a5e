import { useSiteConfig } from './site-config.ts';

/** Returns the address of the privacy policy. Undefined until the settings have loaded, and if the stage has none. */
export function usePrivacyUrl(): string | undefined {
  const config = useSiteConfig();
  return config.status === 'success' ? config.data.legal?.privacyUrl : undefined;
}
