/**
 * Whether an input method has the key, e.g. the Enter that ends a Japanese word. Every field that acts on a key asks this first.
 * Safari ends the composition before it sends this Enter, and marks it only with the key code 229 (UI Events, "keyCode").
 */
// oxlint-disable-next-line typescript/no-deprecated -- Safari marks this Enter in no other way.
export const isComposing = ({ isComposing: isInComposition, keyCode }: KeyboardEvent): boolean =>
  isInComposition || keyCode === 229;
