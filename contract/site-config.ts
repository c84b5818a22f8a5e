import type { FeatureId } from './features.ts';
import type { EditService } from './model-pool.ts';
import type { PackId } from './packs.ts';
import type { ReferenceUse } from './reference-use.ts';
import type { AnswerHours } from './support.ts';

/** The path of the site's runtime settings. They are not in the build, so one build serves every stage. */
export const SITE_CONFIG_PATH = '/config.json';

/** The body of `GET /config.json`. infra writes it, and the browser reads it. */
export interface SiteConfig {
  region: string;
  userPoolId: string;
  userPoolClientId: string;
  /** Address of the user pool's emulator. Only the embedded cloud sets it. */
  userPoolEndpoint?: string;
  /** True if the stage offers sign-in by an e-mailed one-time code. */
  magicLink: boolean;
  /** The models that a creator can choose, the preferred model first. Costs are in credits. */
  models: ({ id: string } & ModelInfo)[];
  /** Every model that makes thumbnails on this stage, with or without a reference. */
  thumbnailModels: { id: string; label: string }[];
  /** The kinds of references that the stage offers. */
  references: {
    /** True if a link to a video, or to a channel by its id, can set the style. */
    video: boolean;
    /** True if a link to a channel by its handle can set the style. The lookup needs a key of the YouTube Data API. */
    channel: boolean;
    /** True if an uploaded image can set the style or the layout. */
    images: boolean;
    /** True if the background of an uploaded image can be removed, for a layer on a thumbnail. */
    cutouts: boolean;
    /** Credits for one cut-out. Absent if the stage offers no cut-outs. */
    cutoutCost?: number;
  };
  /** The model of each use of a reference. A use without a model is not offered. Costs are in credits. */
  referenceModels: ({ service: ReferenceUse } & ModelInfo)[];
  /** The services that edit an image. A service without a model is not offered. Costs are in credits. */
  edits: ({ service: EditService } & ModelInfo)[];
  /** True if a text model can rewrite a prompt. */
  promptAssistance: boolean;
  /** The features that are in early access. */
  earlyAccess: readonly FeatureId[];
  /** The packs with early access. With this list, the first page does not need the table of the packs. */
  earlyAccessPacks: readonly PackId[];
  /** The packs on sale. Empty if the stage has no prices. Amounts are in minor units (350 = £3.50). */
  packs: CreditPack[];
  /** Credits of a new account; 0 if the stage grants no welcome credits. */
  welcomeCredits: number;
  /** The seller and the seller's policies. Absent if the stage does not have them. */
  legal?: LegalInfo;
  /** The answer times of support. Absent if the page of the stage cannot send a message. */
  answerHours?: AnswerHours;
}

/** The description of a model in the model picker. */
export interface ModelInfo {
  label: string;
  /** Credits for one generation. */
  cost: number;
  /** The strength of the model, in a short sentence. */
  strength?: string | undefined;
}

export interface LegalInfo {
  sellerName: string;
  /** The address in one line. */
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
  /** Marks this pack on the site as the pack that most creators choose. */
  highlighted?: boolean;
}
