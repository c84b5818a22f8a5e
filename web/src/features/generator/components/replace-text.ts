/**
 * Replaces the text as typing does, so that the browser's undo brings the old text back. The command is deprecated, but it
 * is the only one that all browsers record for undo: a new `value` and `setRangeText` clear the undo history.
 * @returns false when the browser refuses the command.
 */
export function replaceText(field: HTMLTextAreaElement, text: string): boolean {
  field.focus();
  field.select();
  // oxlint-disable-next-line typescript/no-deprecated -- Nothing else replaces text with an undo step.
  return document.execCommand('insertText', false, text);
}
