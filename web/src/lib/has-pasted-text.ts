/**
 * Whether what is pasted is a text. Word and other programs add a picture of a text, which must not replace it. A copied file comes
 * with its name as a text on some systems, which is no text of the user.
 */
export function hasPastedText(clipboard: DataTransfer): boolean {
  const text = clipboard.getData('text/plain');
  return text !== '' && ![...clipboard.files].some(({ name }) => text.includes(name));
}
