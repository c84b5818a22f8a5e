import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * A link to another form goes away with its own: the focus moves on to where the new one begins.
 * @param form which one is shown; undefined while none is.
 */
export function useFocusOnChange(container: RefObject<HTMLElement | null>, form: string | undefined): void {
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (form === undefined) return;
    if (shown.current !== undefined && shown.current !== form) beginningOf(container.current)?.focus();
    shown.current = form;
  }, [container, form]);
}

/** While a form waits it is disabled, and a disabled field has no focus: gives it back to where it was. */
export function useFocusGivenBackAfter(container: RefObject<HTMLElement | null>, busy: boolean): void {
  const last = useRef<HTMLElement>(undefined);
  useEffect(() => {
    const element = container.current;
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) last.current = target;
    };
    element?.addEventListener('focusin', onFocus);
    return () => element?.removeEventListener('focusin', onFocus);
  }, [container]);
  useEffect(() => {
    if (!busy && document.activeElement === document.body) last.current?.focus();
  }, [busy]);
}

/** The first field; of a form that asks for a code, the first one that is empty, else its button. */
function beginningOf(container: HTMLElement | null): HTMLElement | undefined {
  const fields = [...(container?.querySelectorAll('input') ?? [])];
  if (!fields.some(({ autocomplete }) => autocomplete === 'one-time-code')) return fields[0];
  const empty = fields.find(({ value }) => value === '');
  return empty ?? container?.querySelector<HTMLElement>('button[type=submit]') ?? undefined;
}
