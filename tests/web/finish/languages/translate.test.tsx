import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { readLeft } from '../../../../web/src/api/requests-left.ts';
import { HEADLINE, ID, openTab, passPause, stubBrowser } from '../support/finish-page.ts';
import { deferredReply, json, refusal } from '../../support/fake-api.ts';
import { postCalls, press } from '../../support/site.tsx';
import { headlineField, lastTexts, listRows, openLanguages, show, translated, typeInto } from './support.ts';

beforeEach(stubBrowser);

const COPY = { text: HEADLINE.text, review: 'outdated' } as const;
const MISSING = translated({ ar: COPY, de: COPY, fr: { text: 'UN CHATEAU' } });
const ANSWER = json({ translations: { ar: ['قلعة'], de: ['EINE BURG'] }, left: 37 });
const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('the text model', () => {
  it('writes what is missing in all languages, in one step of undo', async () => {
    const calls = await openLanguages(MISSING, { translateTexts: () => ANSWER.clone() as typeof ANSWER });
    expect(screen.getByText('free, up to 40 a day')).toBeDefined();
    press('Translate');
    await screen.findByText('Words in Arabic and German are suggested. Confirm or correct them.');

    expect(postCalls(calls).map(({ url, body }) => [url, body])).toEqual([
      ['/api/translations', { thumbnailId: ID, languages: ['ar', 'de'], texts: [HEADLINE.text] }],
    ]);
    expect(listRows().slice(1)).toEqual([
      'العربيةar, right to leftSuggestionConfirm',
      'DeutschdeSuggestionConfirm',
      'FrançaisfrConfirmed',
    ]);
    expect(readLeft('translations')).toBe(37);
    await passPause();
    await waitFor(() =>
      expect(lastTexts(calls)).toEqual([
        {
          ...HEADLINE,
          translations: {
            ar: { text: 'قلعة', review: 'suggested' },
            de: { text: 'EINE BURG', review: 'suggested' },
            fr: { text: 'UN CHATEAU' },
          },
        },
      ]),
    );
    press('Undo');
    expect(listRows().slice(1)).toEqual([
      'العربيةar, right to leftNot translated',
      'DeutschdeNot translated',
      'FrançaisfrConfirmed',
    ]);
  });

  it('writes words again that have become old, if none are missing', async () => {
    const old = { text: 'EIN TURM', review: 'outdated' } as const;
    await openLanguages(translated({ de: old }), {
      translateTexts: () => json({ translations: { de: ['EINE BURG'] }, left: 36 }),
    });
    press('Translate again');

    await waitFor(() => expect(listRows()[1]).toBe('DeutschdeSuggestionConfirm'));
    expect(screen.getByText('every text has its words')).toBeDefined();
  });

  it('is asked once while it writes, and can be cancelled', async () => {
    const reply = deferredReply<'translateTexts'>();
    const calls = await openLanguages(MISSING, { translateTexts: () => reply.promise });
    press('Translate');
    await screen.findByText('Translating...');
    press('Translate');
    press('Cancel');

    expect(screen.getByText('The translation is cancelled.')).toBeDefined();
    expect(screen.queryByText('Translating...')).toBeNull();
    reply.resolve(ANSWER.clone() as typeof ANSWER);
    await act(() => reply.promise);
    expect(listRows()[2]).toBe('DeutschdeNot translated');
    expect(postCalls(calls)).toHaveLength(1);
  });

  it('goes on while its panel is closed, and is asked once', async () => {
    const reply = deferredReply<'translateTexts'>();
    const calls = await openLanguages(MISSING, { translateTexts: () => reply.promise });
    press('Translate');
    await screen.findByText('Translating...');
    openTab('Preview');
    openTab('Design');
    await screen.findByText('Translating...');
    press('Translate');
    openTab('Checks');
    reply.resolve(ANSWER.clone() as typeof ANSWER);

    await screen.findByText('Words in Arabic and German are suggested. Confirm or correct them.');
    openTab('Design');
    await waitFor(() => expect(listRows()[2]).toBe('DeutschdeSuggestionConfirm'));
    expect(postCalls(calls)).toHaveLength(1);
  });

  it('says after a failure why it has failed, also if its panel was closed meanwhile', async () => {
    const reply = deferredReply<'translateTexts'>();
    await openLanguages(MISSING, { translateTexts: () => reply.promise });
    press('Translate');
    await screen.findByText('Translating...');
    openTab('Preview');
    reply.resolve(refusal('internal'));
    await act(() => reply.promise);
    openTab('Design');

    await button('Try again');
  });

  it('does not replace words that are written meanwhile, and marks an answer as old for other words', async () => {
    const reply = deferredReply<'translateTexts'>();
    await openLanguages(MISSING, { translateTexts: () => reply.promise });
    press('Translate');
    show('German');
    typeInto(headlineField(), 'MEINE BURG');
    show('the original');
    typeInto(headlineField('Words'), 'MY CASTLE');
    reply.resolve(ANSWER.clone() as typeof ANSWER);
    await act(() => reply.promise);

    await waitFor(() => expect(listRows()[1]).toBe('العربيةar, right to leftOriginal changed'));
    show('German');
    expect(headlineField('MY CASTLE').value).toBe('MEINE BURG');
    show('Arabic');
    expect(headlineField('MY CASTLE').value).toBe('قلعة');
  });

  it('says which languages have no answer', async () => {
    await openLanguages(MISSING, {
      translateTexts: () => json({ translations: { de: ['EINE BURG'] }, left: 36 }),
    });
    press('Translate');

    expect(
      await screen.findByText('There is no answer in Arabic. Try again, or type the words.'),
    ).toBeDefined();
  });

  it('is tried again after a failure, whose reason is said', async () => {
    const replies = [refusal('too_many_requests')];
    await openLanguages(MISSING, {
      translateTexts: () => replies.shift() ?? (ANSWER.clone() as typeof ANSWER),
    });
    press('Translate');
    await screen.findByText('Too many requests at once. Wait a moment.');
    fireEvent.click(await button('Try again'));

    await waitFor(() => expect(listRows()[2]).toBe('DeutschdeSuggestionConfirm'));
  });

  it('is not asked without a connection, and after the last request of the day', async () => {
    const calls = await openLanguages(MISSING, {
      translateTexts: () => json({ translations: { de: ['EINE BURG'] }, left: 0 }),
    });
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
    press('Translate');
    expect(await screen.findByText('You are offline. Nothing was sent.')).toBeDefined();
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: true });
    fireEvent(window, new Event('online'));
    press('Translate');
    await screen.findByText('none left today, type the words');
    press('Translate');

    expect(postCalls(calls)).toHaveLength(1);
  });

  it('is not asked again after the limit of the day has refused a request, which another page may have used up', async () => {
    const calls = await openLanguages(MISSING, {
      translateTexts: () =>
        refusal('too_many_requests', { params: { reason: 'translations', seconds: 7_200 } }),
    });
    press('Translate');
    await screen.findByText(/^You have asked for too many translations today. Type the words, or wait /);
    await screen.findByText('none left today, type the words');
    fireEvent.click(await button('Try again'));

    expect(postCalls(calls)).toHaveLength(1);
  });
});
