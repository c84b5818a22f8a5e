import { readSiteConfig } from '../lib/read-site-config.ts';
import { useQuery } from './use-query.ts';

export const useSiteConfig = () => useQuery(['config'], readSiteConfig, { revalidateOnFocus: false });
