import type { EditSummary } from '../../../../../../contract/edit-schemas.ts';

const MAX_LENGTH = 24;

/** What an edit did, for example `Flags red`. */
export function nameEdit(operation: EditSummary): string {
  switch (operation.kind) {
    case 'erase':
      return 'Erased';
    case 'upscale':
      return '4K';
    case 'fill':
      return nameFill(operation);
    case 'recolor':
      return shorten(`${operation.find} ${operation.prompt}`);
    case 'replace':
      return shorten(operation.prompt);
  }
}

function nameFill({ left, right, up, down }: Extract<EditSummary, { kind: 'fill' }>): string {
  if (up + down > 0) return left > 0 && right > 0 ? 'Smaller' : 'Moved';
  if (left > 0 && right > 0) return 'Wider';
  return left === 0 ? 'Room right' : 'Room left';
}

function shorten(words: string): string {
  const characters = Array.from(words.charAt(0).toUpperCase() + words.slice(1));
  if (characters.length <= MAX_LENGTH) return characters.join('');
  return `${characters
    .slice(0, MAX_LENGTH - 1)
    .join('')
    .trimEnd()}…`;
}
