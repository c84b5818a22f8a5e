import { InvalidRequestError } from '../platform/errors.ts';
import type { ImageRequest } from './adapter.ts';

const TEXT_FIELDS = ['prompt', 'negativePrompt'] as const;
export type RequestText = Pick<ImageRequest, (typeof TEXT_FIELDS)[number]>;

/**
 * Excludes the models that do not accept the length of the texts.
 * @param getLimit returns the maximum length of one text, in UTF-16 code units.
 * @throws InvalidRequestError that names the field, if no model accepts the texts.
 */
export function selectAccepting<Model>(
  models: readonly Model[],
  getLimit: (model: Model) => number,
  text: RequestText,
): [Model, ...Model[]] {
  const [first, ...others] = models.filter((model) => findTooLong(text, getLimit(model)) === undefined);
  if (first !== undefined) return [first, ...others];
  const limit = Math.max(...models.map(getLimit));
  const field = findTooLong(text, limit) ?? 'prompt';
  throw new InvalidRequestError(`${field} must be at most ${limit} characters for this model`, {
    params: { field, limit },
  });
}

function findTooLong(text: RequestText, limit: number): string | undefined {
  return TEXT_FIELDS.find((field) => (text[field]?.length ?? 0) > limit);
}
