/** `GET /config.json`: what the site learns at run time. Written by infra, read by the browser. */
export interface SiteConfig {
  region: string;
  userPoolId: string;
  userPoolClientId: string;
  /** Set on the embedded cloud only: where its user pool answers. */
  userPoolEndpoint?: string;
  /** Whether sign-in by an e-mailed one-time code is offered. */
  magicLink: boolean;
  /** The models a creator may choose from, the preferred one first. Costs are in credits. */
  models: { id: string; label: string; cost: number }[];
  /** What is on sale; empty where the stage has no prices yet. Amounts are in minor units (350 = £3.50). */
  packs: CreditPack[];
}

export interface CreditPack {
  name: string;
  credits: number;
  priceId: string;
  amount: number;
  currency: string;
  features: readonly string[];
}
