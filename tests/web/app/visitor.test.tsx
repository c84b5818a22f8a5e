// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { api, generateButton, open, posts, pressGenerate, promptInput, type } from './home-harness.tsx';

describe('a visitor', () => {
  it('is offered to sign in and to sign up, and has no balance, negative prompt or history', () => {
    api();
    open();

    expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/auth');
    expect(screen.getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe('/auth?view=sign_up');
    expect(screen.queryByLabelText('Negative prompt')).toBeNull();
    expect(screen.queryByText('Previous Thumbnails')).toBeNull();
    expect(screen.getByText('Your thumbnail will appear here')).toBeTruthy();
  });

  it('is led to the sign-in page by Generate, and keeps the prompt', async () => {
    const calls = api();
    open();
    type('a castle');
    pressGenerate();

    expect(await screen.findByText('Please sign in to generate a thumbnail.')).toBeTruthy();
    expect(await screen.findByText('The sign-in page')).toBeTruthy();
    expect(localStorage.getItem('currentPrompt')).toBe('a castle');
    expect(posts(calls)).toEqual([]);
  });

  it('finds a page that is not there missing', () => {
    api();
    open('/nowhere');

    expect(screen.getByText('404')).toBeTruthy();
    expect(screen.getByText('Oops! Page not found')).toBeTruthy();
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
  });
});

describe('the prompt', () => {
  it.each(['', '   ', '\t'])('does not let %j be generated', (text) => {
    api();
    open();
    type(text);

    expect(generateButton()).toHaveProperty('disabled', true);
  });

  it('takes an example that is pressed', () => {
    api();
    open();
    fireEvent.click(screen.getByRole('button', { name: 'Build tutorial with a castle' }));

    expect(promptInput()).toHaveProperty('value', 'Build tutorial with a castle');
  });

  it('is there again after a reload', () => {
    localStorage.setItem('currentPrompt', 'kept');
    api();
    open();

    expect(promptInput()).toHaveProperty('value', 'kept');
  });
});
