import type { ReferenceKind, Thumbnail } from '../../../api/thumbnails.ts';

/** The request that Generate would send now. */
interface NextRequest {
  prompt: string;
  negativePrompt: string;
  /** Undefined until the settings have loaded. */
  model: string | undefined;
  reference: ReferenceKind | undefined;
}

interface Comparison {
  hasSamePrompt: boolean;
  /** Generate would request the same, so Another would only repeat it. */
  isSame: boolean;
}

/** Compares the request that made a thumbnail with what Generate would request now. */
export function compareRequest(thumbnail: Thumbnail, next: NextRequest): Comparison {
  const { prompt = '', negativePrompt = '', model, reference } = thumbnail;
  const hasSamePrompt = prompt.trim() === next.prompt.trim();
  // A reference has its own model. A new thumbnail has none until the server has been asked.
  const hasSameModel =
    reference !== undefined || model === undefined || next.model === undefined || model === next.model;
  return {
    hasSamePrompt,
    isSame:
      hasSamePrompt &&
      negativePrompt.trim() === next.negativePrompt.trim() &&
      reference === next.reference &&
      hasSameModel,
  };
}
