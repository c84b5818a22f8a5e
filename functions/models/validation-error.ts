/** Bedrock can report a filtered prompt as a validation error. */
const FILTERED = /content filter|Responsible AI/i;

/**
 * The model is absent from the region, or not enabled for the account. The beginning of the message decides, because the
 * rest may quote the user's text.
 */
const NOT_OFFERED =
  /^(?:The provided model identifier is invalid|Invocation of model ID \S+ with on-demand throughput|Operation not allowed)/;

/**
 * What a ValidationException of Bedrock means, which only its message tells: `filtered`: the content filter rejected the
 * request; `model`: the model cannot be used, whatever the request is; `request`: the model cannot read the prompt, the
 * image, or a field that the product sends.
 * @returns undefined for any other error.
 */
export function explainValidationError(error: unknown): 'filtered' | 'model' | 'request' | undefined {
  if (!(error instanceof Error) || error.name !== 'ValidationException') return undefined;
  if (FILTERED.test(error.message)) return 'filtered';
  return NOT_OFFERED.test(error.message) ? 'model' : 'request';
}
