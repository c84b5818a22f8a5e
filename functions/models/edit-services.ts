import type { EditOperation } from '#contract/endpoints/edit-requests.ts';
import type { EditService } from '#contract/model-pool.ts';
import type { Adapter } from './adapter.ts';
import { MAX_TEXT_LENGTH, parseResponse } from './stability.ts';

/**
 * The default values of the services (Amazon Bedrock user guide, "Stability AI Image Services"). The product sends them, so that a change
 * of the defaults has no effect.
 */
const GROW_MASK = 5;
const CREATIVITY = 0.5;

/** Selects the service that an operation uses. */
export function selectEditService(operation: EditOperation): EditService {
  switch (operation.kind) {
    case 'replace':
      return operation.mask === undefined ? 'replace' : 'inpaint';
    case 'fill':
      return 'outpaint';
    default:
      return operation.kind;
  }
}

/**
 * Creates the adapter of the service for one edit.
 * @param image the base, a PNG.
 * @param mask a PNG, if the operation has a mask.
 */
export function createEditAdapter(operation: EditOperation, image: Buffer, mask?: Buffer): Adapter {
  const fields = { image: image.toString('base64'), ...listFields(operation, mask) };
  return {
    maxTextLength: MAX_TEXT_LENGTH,
    invalidCode: 'edit_not_possible',
    // Fast Upscale takes no seed. Its image has 16 times the pixels, which are too many for a PNG.
    buildBody: ({ seed }) =>
      operation.kind === 'upscale'
        ? { ...fields, output_format: 'jpeg' }
        : { ...fields, output_format: 'png', seed },
    parseResponse,
  };
}

function listFields(operation: EditOperation, mask: Buffer | undefined): Record<string, unknown> {
  const painted = mask && { mask: mask.toString('base64'), grow_mask: GROW_MASK };
  switch (operation.kind) {
    case 'erase':
      return { ...painted };
    case 'replace':
      return { ...painted, prompt: operation.prompt, search_prompt: operation.find };
    case 'recolor':
      return { prompt: operation.prompt, select_prompt: operation.find };
    case 'fill': {
      const { left, right, up, down, prompt } = operation;
      return { left, right, up, down, prompt, creativity: CREATIVITY };
    }
    case 'upscale':
      return {};
  }
}
