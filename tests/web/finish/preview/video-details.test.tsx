import { act, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { PreviewFields } from '../../../../web/src/features/finish/preview/preview-fields.tsx';
import { useVideoDetails } from '../../../../web/src/features/finish/preview/video-details.ts';
import type { VideoDetails } from '../../../../web/src/features/finish/preview/video-details.ts';
import { clearUserData } from '../../../../web/src/lib/clear-user-data.ts';
import { keepWords } from '../../../../web/src/lib/video-words.ts';

const open = (id: string, prompt: string) =>
  renderHook(() => useVideoDetails({ id, prompt, name: prompt })).result;

it('starts with the prompt as the title, at most as long as YouTube allows', () => {
  expect(open('1', '🏰'.repeat(120)).current.details).toEqual({
    title: '🏰'.repeat(100),
    channel: 'Your channel',
    views: '1.2K views · 3 hours ago',
    duration: '12:34',
    theme: 'dark',
  });
});

it('keeps the title of each thumbnail or of its concept, and the channel for all, until the sign-out', () => {
  keepWords({ of: 'A robot', title: 'My robot cooks', headline: 'TASTY?' });
  const first = open('1', 'A castle');
  act(() => first.current.change({ title: 'I Built a Castle' }));
  act(() => first.current.change({ channel: 'Ada Builds', theme: 'light' }));
  const ofChannel = { channel: 'Ada Builds', theme: 'light' };

  expect(open('1', 'A castle').current.details).toMatchObject({ ...ofChannel, title: 'I Built a Castle' });
  const second = open('2', 'A robot');
  expect(second.current.details).toMatchObject({ ...ofChannel, title: 'My robot cooks' });
  act(() => second.current.change({ title: 'My robot bakes' }));
  expect(open('1', 'A castle').current.details.title).toBe('I Built a Castle');
  expect(open('2', 'A robot').current.details.title).toBe('My robot bakes');
  expect(open('3', 'A robot').current.details.title).toBe('My robot cooks');

  clearUserData();
  expect(open('1', 'A castle').current.details).toMatchObject({ title: 'A castle', channel: 'Your channel' });
});

it.each(['', 'null', '{}', '{"theme":"blue"}', '[1]'])('ignores the stored value %j', (stored) => {
  localStorage.setItem('videoDetails', stored);

  expect(open('1', 'A castle').current.details).toMatchObject({ title: 'A castle', theme: 'dark' });
});

it('the duration follows the field while the field has a valid duration', () => {
  const onChange = vi.fn();
  render(
    <PreviewFields details={DETAILS} onChange={onChange} hasBadge onBadge={vi.fn()} suggestions={false} />,
  );
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Length' });
  for (const value of ['soon', '1:2', '1:02:03', '']) fireEvent.change(field, { target: { value } });

  expect(onChange.mock.calls).toEqual([[{ duration: '1:02:03' }], [{ duration: '' }]]);
  fireEvent.change(field, { target: { value: '99999' } });
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('As 12:34 or 1:02:03.')).toBeDefined();
});

const DETAILS: VideoDetails = { title: 'A', channel: 'B', views: 'C', duration: '12:34', theme: 'dark' };
