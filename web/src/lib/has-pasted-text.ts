/**
 * True if the user pastes a text. Word and other programs add a picture of the text, which must not replace the text. On some
 * systems, a copied file comes with its name as a text. Such a name does not count as a text.
 */
export function hasPastedText(clipboard: DataTransfer): boolean {
  const text = clipboard.getData('text/plain');
  return text !== '' && ![...clipboard.files].some(({ name }) => text.includes(name));
}
