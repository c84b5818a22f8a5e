import { render, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import RivalsPanel from '../../../../web/src/features/finish/preview/rivals-panel.tsx';
import type { Rival } from '../../../../web/src/features/finish/preview/rivals.ts';

const CASTLE: Rival = { videoId: 'a', title: '100 days', channel: 'Blockwright', image: 'data:,' };
const ROBOT: Rival = { videoId: 'b', title: 'Robots', channel: 'Lab', image: 'data:,' };
const rivals = {
  links: ['a', 'b'],
  change: vi.fn(),
  entries: [CASTLE, ROBOT].map((rival) => ({ link: rival.videoId, status: 'loaded' as const, rival })),
};
const show = (comparison: Parameters<typeof RivalsPanel>[0]['comparison']) =>
  render(<RivalsPanel rivals={rivals} loaded={[CASTLE, ROBOT]} comparison={comparison} isNarrow={false} />);
const verdict = () => screen.queryByText('Stands out')?.closest('[role="status"]')?.textContent;

it('names the rival that yours resembles, what both have in common, and what to vary', () => {
  const { container } = show(
    new Map([
      ['a', { common: 'warm colours, light on the right', advice: 'Try colder colours' }],
      ['b', undefined],
    ]),
  );

  expect(verdict()).toBe(
    'Stands outfrom 1 of 2Close to “100 days”: warm colours, light on the right. Try colder colours.',
  );
  expect(
    within(container)
      .getAllByRole('listitem')
      .map((row) => row.getAttribute('data-close')),
  ).toEqual(['true', 'false']);
});

it('says that yours stands out from all rivals, and says nothing before the comparison', () => {
  const { rerender } = show(undefined);
  expect(verdict()).toBeUndefined();

  const comparison = new Map([CASTLE, ROBOT].map(({ videoId }) => [videoId, undefined]));
  rerender(<RivalsPanel rivals={rivals} loaded={[CASTLE, ROBOT]} comparison={comparison} isNarrow={false} />);

  expect(verdict()).toBe('Stands outfrom 2 of 2No rival looks like yours at a glance.');
});

it('counts no rival that has not been compared, e.g. because it has just been added', () => {
  show(new Map([['a', undefined]]));

  expect(verdict()).toBe('Stands outfrom 1 of 1No rival looks like yours at a glance.');
});
