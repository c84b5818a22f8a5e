import { useEffectEvent, useLayoutEffect } from 'react';
import type { RefObject } from 'react';

type Field = HTMLTextAreaElement | HTMLInputElement | HTMLFieldSetElement;

let earlyFields: Field[] = [];
let focused: Element | null = null;

/**
 * Remembers the fields of the prerendered page, by their names. React replaces them when it cannot hydrate the page, for
 * example because an extension of the browser has put its own elements beside them.
 */
export function rememberFields(page: ParentNode): void {
  earlyFields = [...page.querySelectorAll<Field>('[name]')];
  focused = document.activeElement;
}

/** Returns the prerendered field that a field of the page has replaced, once. */
function takeEarlyField<Type extends Field>(field: Type): Type {
  const isSame = (other: Field): other is Type =>
    other.name === field.name && other.tagName === field.tagName;
  const early = earlyFields.find(isSame) ?? field;
  earlyFields = earlyFields.filter((other) => other !== early);
  if (early !== field && early === focused) field.focus();
  return early;
}

/**
 * Adopts what the user has entered into the prerendered page before its script has loaded.
 * @param ref a field with a name
 * @param read the value of the field in the document
 * @param value the value of the page's state
 */
export function useEarlyInput<Type extends Field, Value>(
  ref: RefObject<Type | null>,
  read: (field: Type) => Value | undefined,
  value: Value | undefined,
  onChange: (entered: Value) => void,
): void {
  const adopt = useEffectEvent(() => {
    if (!ref.current) return;
    const entered = read(takeEarlyField(ref.current));
    if (entered !== undefined && entered !== value) onChange(entered);
  });
  useLayoutEffect(() => adopt(), []);
}
