import { adviseAfterGeneration, describeGenerationFailure } from '../../../api/error-sentences.ts';
import { hasCode } from '../../../api/errors.ts';

/** The failure that the viewer shows until the next attempt. */
export interface Failure {
  message: string;
  /** The next step for the creator, and what happened to the credit. Absent if the message says both. */
  advice?: string;
  /** True if the unchanged prompt, or its link, would fail again. */
  needsEdit?: boolean;
  /** The reason why the API refuses a text, shown at the field of the text. */
  refused?: Refused | undefined;
}

type Refused = Partial<Record<'prompt' | 'negativePrompt', string>>;

export const OFFLINE: Failure = { message: 'You are offline. Nothing was sent.' };

/** Describes a failed generation. Returns undefined if the session has ended, because the end of a session has a separate message. */
export function describeFailure(error: unknown): Failure | undefined {
  const message = describeGenerationFailure(error);
  if (message === undefined) return undefined;
  const refused = describeRefusal(error);
  const needsEdit = refused !== undefined || hasCode(error, 'content_filtered', 'reference_not_found');
  return { message, advice: adviseAfterGeneration(error), needsEdit, refused };
}

/** The API names its fields for developers. */
function describeRefusal(error: unknown): Refused | undefined {
  if (!hasCode(error, 'invalid_request')) return undefined;
  const { field = '', clause } = error;
  const problem = clause.replace(field, '');
  if (field === 'prompt') return { prompt: `The prompt${problem}.` };
  if (field === 'negativePrompt') return { negativePrompt: `The negative prompt${problem}.` };
  return undefined;
}

export const isOutOfCredits = (error: unknown) => hasCode(error, 'insufficient_credits');
