import type { FeatureId } from '#contract/features.ts';
import { readSiteConfig } from '../lib/read-site-config.ts';
import { usePacks } from './read-credits.ts';
import { useQuery } from './use-query.ts';

export const useSiteConfig = () => useQuery(['config'], readSiteConfig, { revalidateOnFocus: false });

/**
 * Reports if the user sees a feature; `early` means with the label "Early access". The feature is off until the settings have
 * loaded, so that its code is not loaded in vain.
 */
export function useFeature(feature: FeatureId, userId: string | undefined): 'off' | 'early' | 'on' {
  const config = useSiteConfig();
  const packs = usePacks(userId);
  if (config.status !== 'success') return 'off';
  const { earlyAccess, earlyAccessPacks } = config.data;
  if (!earlyAccess.includes(feature)) return 'on';
  return packs.some((pack) => earlyAccessPacks.includes(pack)) ? 'early' : 'off';
}
