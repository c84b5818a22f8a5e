import type { FeatureId } from './features.ts';
import type { EditService } from './model-pool.ts';
import type { PackId } from './packs.ts';
import type { ReferenceUse } from './reference-schemas.ts';
import type { AnswerHours } from './support.ts';

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
  models: ({ id: string } & ModelInfo)[];
  /** The kinds of references that the stage offers. */
  references: {
    /** A link to a video, or to a channel by its id, sets the style. */
    video: boolean;
    /** A link to a channel by its handle sets the style. The lookup needs a key of the YouTube Data API. */
    channel: boolean;
    /** An uploaded image sets the style or the layout. */
    images: boolean;
    /** The background of an uploaded image is removed, for a layer on a thumbnail. */
    cutouts: boolean;
    /** Credits for one cut-out. Absent without cut-outs. */
    cutoutCost?: number;
  };
  /** The model of each use of a reference. A use without a model is not offered. Costs are in credits. */
  referenceModels: ({ service: ReferenceUse } & ModelInfo)[];
  /** The services that edit an image. One without a model is not offered. Costs are in credits. */
  edits: ({ service: EditService } & ModelInfo)[];
  /** Whether a text model can rewrite a prompt. */
  promptAssistance: boolean;
  /** The features that only accounts with early access see so far. */
  earlyAccess: readonly FeatureId[];
  /** The packs with early access, so that the first page needs no table of the packs. */
  earlyAccessPacks: readonly PackId[];
  /** The packs on sale. Empty where the stage has no prices. Amounts are in minor units (350 = £3.50). */
  packs: CreditPack[];
  /** Credits of a new account; 0 for none. */
  welcomeCredits: number;
  /** The seller and its policies. Absent in a stage without them. */
  legal?: LegalInfo;
  /** When support answers. Absent in a stage that cannot send a message from the page. */
  answerHours?: AnswerHours;
}

/** What the model picker shows. */
export interface ModelInfo {
  label: string;
  /** Credits for one generation. */
  cost: number;
  /** What the model is better at, in a short sentence. */
  strength?: string | undefined;
}

export interface LegalInfo {
  sellerName: string;
  /** In one line. */
  sellerAddress: string;
  supportEmail: string;
  /** Addresses of pages, or paths of the site. */
  termsUrl: string;
  privacyUrl: string;
  refundsUrl: string;
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
