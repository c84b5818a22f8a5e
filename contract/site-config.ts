/** The runtime settings of the site: one build serves every stage. */
export const SITE_CONFIG_PATH = '/config.json';

/** The body of `GET /config.json`. infra writes it, the browser reads it. */
export interface SiteConfig {
  region: string;
  userPoolId: string;
  userPoolClientId: string;
  /** Address of the user pool's emulator. Only the embedded cloud sets it. */
  userPoolEndpoint?: string;
  /** Whether sign-in by an e-mailed one-time code is offered. */
  magicLink: boolean;
  /** The models a creator may choose from, the preferred one first. Costs are in credits. */
  models: { id: string; label: string; cost: number }[];
  /** The packs on sale. Empty where the stage has no prices. Amounts are in minor units (350 = £3.50). */
  packs: CreditPack[];
}

export interface CreditPack {
  name: string;
  credits: number;
  priceId: string;
  amount: number;
  currency: string;
  features: readonly string[];
  /** The site marks this pack as the one most creators choose. */
  highlighted?: boolean;
}
