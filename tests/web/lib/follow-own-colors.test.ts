import { expect, it, onTestFinished, vi } from 'vitest';
import { followOwnColors } from '../../../web/src/lib/follow-own-colors.ts';

it.each([
  [true, 'dark light'],
  [false, 'dark'],
])(
  'the letters of buttons are not light on the light background that a user has chosen in Firefox: %s',
  (matches, content) => {
    const scheme = Object.assign(document.createElement('meta'), { name: 'color-scheme', content: 'dark' });
    document.head.append(scheme);
    onTestFinished(() => scheme.remove());
    const matchMedia = vi.fn(() => ({ matches }));
    vi.stubGlobal('matchMedia', matchMedia);

    followOwnColors();

    expect(matchMedia).toHaveBeenCalledWith('(forced-colors: active)');
    expect(scheme.content).toBe(content);
  },
);
