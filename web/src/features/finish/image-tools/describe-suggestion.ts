import type { EditSuggestion } from '#contract/endpoints/suggestion-schemas.ts';
import type { EditService } from '#contract/model-pool.ts';
import type { DesignChange } from '../editor/apply-changes.ts';

type Operation = Exclude<EditSuggestion, { kind: 'unclear' }>;

interface Description {
  /** The tool. */
  name: string;
  /** Describes the operation. The page shows this text after the name of the tool. */
  words: string;
  /** The label of the button that goes on. */
  action: string;
  /** The service that makes the edit and sets its price. Undefined for a change of the design, which is free. */
  service?: EditService;
}

const quote = (text: string) => `“${text.replace(/\s+/g, ' ')}”`;

/** Describes a suggestion in words. */
export function describeSuggestion(suggestion: Operation): Description {
  switch (suggestion.kind) {
    case 'erase': {
      const { find } = suggestion;
      const words = find === undefined ? 'what you paint over' : quote(find);
      return { name: 'Erase', words, action: 'Paint over it', service: 'erase' };
    }
    case 'replace': {
      const { find, prompt } = suggestion;
      const name = 'Replace';
      if (find !== undefined) {
        return { name, words: `${quote(find)} with ${quote(prompt)}`, action: name, service: 'replace' };
      }
      const words = `what you paint over with ${quote(prompt)}`;
      return { name, words, action: 'Paint over it', service: 'inpaint' };
    }
    case 'recolor': {
      const words = `${quote(suggestion.find)} to ${quote(suggestion.prompt)}`;
      return { name: 'Recolour', words, action: 'Recolour', service: 'recolor' };
    }
    case 'fill':
      return { name: 'Move', words: describeRoom(suggestion), action: 'Move', service: 'outpaint' };
    case 'upscale':
      return { name: '4K', words: 'Make the image larger', action: 'Upscale', service: 'upscale' };
    case 'design':
      return { name: 'Text', words: suggestion.changes.map(describeChange).join(', '), action: 'Apply' };
  }
}

/** Describes the sides that get more room. A side is named only if the opposite side gets no room. */
function describeRoom({ left, right, up, down }: Extract<Operation, { kind: 'fill' }>): string {
  const sides = [
    ...(left > 0 && right === 0 ? ['on the left'] : []),
    ...(right > 0 && left === 0 ? ['on the right'] : []),
    ...(up > 0 && down === 0 ? ['at the top'] : []),
    ...(down > 0 && up === 0 ? ['at the bottom'] : []),
  ];
  return `more room ${sides.length === 0 ? 'around the image' : sides.join(' and ')}`;
}

function describeChange(change: DesignChange): string {
  switch (change.kind) {
    case 'resize':
      return `${change.factor < 1 ? 'smaller' : 'larger'} (${Math.round(change.factor * 100)}%)`;
    case 'move':
      return `moved ${change.direction}`;
    case 'color':
      return `in the colour ${change.color}`;
    case 'words':
      return `says ${quote(change.text)}`;
    case 'remove':
      return 'removed';
    case 'add':
      return `new: ${quote(change.text)}`;
  }
}
