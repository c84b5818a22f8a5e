import { render, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { WaitingInLine } from '../../../web/src/features/generator/components/waiting-in-line.tsx';

it.each([
  [{}, 1, 'All models are busy at the moment.'],
  [{ ahead: 0 }, 1, 'You are next'],
  [{ ahead: 1, estimatedSeconds: 1 }, 2, '1 ahead of you, about 10 seconds'],
  [{ ahead: 2, estimatedSeconds: 50 }, 3, '2 ahead of you, about 50 seconds'],
  [{ ahead: 3, estimatedSeconds: 60 }, 4, '3 ahead of you, about a minute'],
  [{ ahead: 9, estimatedSeconds: 61 }, 4, '9 ahead of you, about 2 minutes'],
])('a generation in line at %j is drawn as %i places, and says: %s', (position, places, text) => {
  render(<WaitingInLine position={position} />);

  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getAllByRole('listitem', { hidden: true })).toHaveLength(places);
});

it('a generation in line keeps its place offline', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => online.mockRestore());
  render(<WaitingInLine position={{ ahead: 3 }} />);

  expect(screen.getByText('You are offline. You keep your place.')).toBeTruthy();
});
