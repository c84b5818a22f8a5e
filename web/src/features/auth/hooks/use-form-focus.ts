import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * Moves the focus into a form that replaces another one, because the link with the focus is removed.
 * @param form undefined while no form is visible.
 */
export function useFocusOnFormChange(
  container: RefObject<HTMLElement | null>,
  form: string | undefined,
): void {
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (form === undefined) return;
    if (shown.current !== undefined && shown.current !== form) findNextControl(container.current)?.focus();
    shown.current = form;
  }, [container, form]);
}

/** A disabled field loses the focus. Restores it when the request of the form ends. */
export function useRestoreFormFocus(container: RefObject<HTMLElement | null>, isBusy: boolean): void {
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
    if (!isBusy && document.activeElement === document.body) last.current?.focus();
  }, [isBusy]);
}

/** The first empty field, or else the submit button. */
function findNextControl(container: HTMLElement | null): HTMLElement | undefined {
  const empty = [...(container?.querySelectorAll('input') ?? [])].find(({ value }) => value === '');
  return empty ?? container?.querySelector<HTMLElement>('button[type=submit]') ?? undefined;
}
