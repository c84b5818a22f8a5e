import type { EditOperation } from '#contract/endpoints/edit-requests.ts';
import type { EditInput } from '../../../generations/generation.ts';
import { imageSize } from '../../../lib/render/finished-image.ts';
import { applyChanges } from '../editor/apply-changes.ts';
import { useEditedDesign } from '../editor/design-context.ts';
import { useFinishPage } from '../editor/page-context.ts';
import type { Suggested } from './ask-field.tsx';
import { useEditedImage } from './image-context.ts';
import { mirror, placeWithin, planFill } from './placement.ts';

/**
 * Returns what starts the operation that a sentence asked for. An operation that needs a painted area opens its tool, and a change
 * of the text costs nothing.
 */
export function useAcceptSuggestion(): (suggestion: Suggested) => void {
  const { thumbnail } = useFinishPage();
  const { editor, fitWords, finished } = useEditedDesign();
  const { versions, edits, change } = useEditedImage().imageTools;
  const { design, selected } = editor;
  const start = (operation: EditOperation, shows?: EditInput['shows']) =>
    void edits.start(() => ({
      baseId: versions.base?.id ?? thumbnail.id,
      operation,
      ...(shows && { shows }),
    }));
  return (suggestion) => {
    switch (suggestion.kind) {
      case 'design':
        editor.change(
          applyChanges(design, selected?.id, suggestion.changes, fitWords),
          'The text is changed.',
        );
        return;
      case 'erase':
        change({ tool: 'erase' });
        return;
      case 'replace': {
        const { kind, find, prompt } = suggestion;
        if (find === undefined) change({ tool: 'replace', byWords: false, prompt });
        else start({ kind, find, prompt });
        return;
      }
      case 'fill': {
        const { prompt } = suggestion;
        const placement = placeWithin(versions.list.size, suggestion);
        const isFlipped = design.adjustments?.flipped === true;
        const { margins, ...shows } = planFill(
          imageSize(finished.image),
          design.crop,
          isFlipped ? mirror(placement) : placement,
        );
        start({ kind: 'fill', ...margins, ...(prompt !== undefined && { prompt }) }, shows);
        return;
      }
      case 'recolor':
      case 'upscale':
        start(suggestion);
    }
  };
}
