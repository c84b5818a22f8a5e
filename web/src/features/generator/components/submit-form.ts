import type { KeyboardEvent } from 'react';

/** Submits the form of a text area instead of starting a line. An Enter that only ends an input method's word does neither. */
export function submitForm(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
