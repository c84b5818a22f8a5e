import type { RefCallback } from 'react';
import { createRequiredContext } from '../../../lib/required-context.ts';
import type { SiteConfig } from '#contract/site-config.ts';
import type { HandedAnswer } from '../../../lib/handed-picture.ts';
import type { LoadedThumbnail } from './load-thumbnail.ts';

/** An open dialog of a new cut-out, perhaps with a file that was dropped on the page or pasted. */
export interface CutoutRequest {
  file?: File;
  /** The creator's answer on another page. Absent if the creator has not been asked. */
  answer?: HandedAnswer;
  /** True for pictures, which keep their background. */
  isPicture?: boolean;
}

export type Tab = 'design' | 'image' | 'preview' | 'checks';

/** The features that the stage and the account offer on the finish page. */
export interface Offers {
  /** The services that edit the image. */
  editServices: SiteConfig['edits'];
  /** An account that has lost early access still sees the versions of its image. */
  hasImageTools: boolean;
  /** True if a text model can turn a sentence into an edit. */
  hasTextModel: boolean;
  isEditingEarly: boolean;
  /** Titles and headlines from the text model. */
  suggestions: 'off' | 'early' | 'on';
  /** The price of a cut-out, in credits. Undefined if the stage makes no new cut-outs. */
  cutoutCost: number | undefined;
}

/** The values that stay the same while a thumbnail is on the page: the thumbnail, the offers, and the functions that open parts of the page. */
export interface FinishPage {
  userId: string;
  thumbnail: LoadedThumbnail;
  offers: Offers;
  /** The headline that the prompt asks for. Undefined if the prompt names none. */
  headline: string | undefined;
  openTab: (tab: Tab) => void;
  requestCutout: (request: CutoutRequest | 'closed') => void;
  openLayouts: (purpose: 'save' | 'manage' | undefined) => void;
  showShortcuts: (isShown: boolean) => void;
  /** The field with the words of the selected text. */
  words: RefCallback<HTMLTextAreaElement>;
  /** Selects the words of the selected text, as soon as their field is on the page. */
  editWords: () => void;
}

export const [PageContext, useFinishPage] = createRequiredContext<FinishPage>();
