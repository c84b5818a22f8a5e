/**
 * True if a key belongs to an input method, e.g. the Enter that ends a Japanese word. Each field that handles a key checks this first.
 * Safari ends the composition before it sends this Enter, and marks it only with the key code 229 (UI Events, "keyCode").
 */
// oxlint-disable-next-line typescript/no-deprecated -- Safari marks this Enter in no other way.
export const isComposing = ({ isComposing: isInComposition, keyCode }: KeyboardEvent): boolean =>
  isInComposition || keyCode === 229;
