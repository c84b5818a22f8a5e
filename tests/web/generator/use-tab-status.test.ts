import { act, renderHook } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { useTabStatus } from '../../../web/src/features/generator/hooks/use-tab-status.ts';

it.each(['generating', 'waiting'] as const)(
  'a tab that the creator leaves during the progress "%s" says so in its title, until they come back',
  (progress) => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
    onTestFinished(() => hidden.mockRestore());
    renderHook(() => useTabStatus('Thumbforge', progress));
    const leave = (isHidden: boolean) => {
      hidden.mockReturnValue(isHidden);
      act(() => void document.dispatchEvent(new Event('visibilitychange')));
      return document.title;
    };

    expect(document.title).toBe('Thumbforge');
    expect(leave(true)).toMatch(/^(Generating\.\.\.|Waiting in line) · Thumbforge$/);
    expect(leave(false)).toBe('Thumbforge');
  },
);
