import { act, renderHook, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReferenceUse } from '#contract/reference-use.ts';
import { ReferenceUpload } from '../../../web/src/api/reference-upload.ts';
import type { AssignedImage } from '../../../web/src/generations/generation.ts';
import { MAY_HAVE_LINK } from '../../../web/src/features/generator/hooks/use-prompt-link.ts';
import { readPrompt } from '../../../web/src/features/generator/model/read-prompt.ts';
import { useReference } from '../../../web/src/features/generator/hooks/use-reference.ts';
import { ADA, BOB, setSession, signIn } from '../support/site.tsx';
import { VISITOR } from '../../../web/src/session/session-store.ts';

const LINK = 'https://youtu.be/aaaaaaaaaaa';
const OTHER_LINK = 'https://youtu.be/bbbbbbbbbbb';
const CHANNEL = `https://www.youtube.com/channel/UC${'a'.repeat(22)}`;

function open(prompt: string, userId: string | undefined = ADA.id) {
  const hook = renderHook((props) => useReference(props.prompt, props.userId), {
    initialProps: { prompt, userId },
  });
  const rerender = (next: string, nextUserId = userId) => hook.rerender({ prompt: next, userId: nextUserId });
  return { ...hook, rerender };
}

function assignImage({ result }: Pick<ReturnType<typeof open>, 'result'>, use: ReferenceUse): AssignedImage {
  const file = new File(['x'], 'one.png', { type: 'image/png' });
  const image = { file, src: 'data:image/png;base64,eA==' };
  const assigned = { userId: ADA.id, image, use, upload: new ReferenceUpload(file, use, ADA.id) };
  act(() => result.current.assign(assigned));
  return assigned;
}

// The code that reads links loads with the first one, and stays.
beforeAll(async () => {
  const { result } = open(LINK);
  await waitFor(() => expect(result.current.isLoading).toBe(false));
});

beforeEach(() => signIn());

describe('the reference of a link', () => {
  it.each([
    ['https://www.youtube.com/watch?v=aaaaaaaaaaa', LINK],
    ['https://www.youtube.com/@ada-studio/videos', 'https://www.youtube.com/@ada-studio'],
    [`youtube.com/channel/UC${'a'.repeat(22)}`, CHANNEL],
  ])('has one URL for all spellings: %s', (link, url) => {
    expect(open(`${link} a castle`).result.current.link?.url).toBe(url);
  });

  it('is not searched for in a text that is far too long for a prompt', () => {
    const { result } = open(`${LINK} ${'x'.repeat(60_000)}`);

    expect(result.current).toMatchObject({ link: undefined, error: undefined });
  });

  it('is in no prompt for which the code that reads links does not load', () => {
    const parts = [
      'http',
      's',
      ':',
      '：',
      '/',
      '//',
      '／',
      '\\',
      'www.',
      'youtu',
      'be.com',
      '.be',
      'i.ytimg.com',
      '%3a%2f',
    ];
    const words = [...parts, '\u200b', '@', '[', '](', ' ', 'a', 'ſ', '/aaaaaaaaaaa'];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 8 }), (all) => {
        const prompt = all.join('');
        if (!MAY_HAVE_LINK.test(prompt)) expect(readPrompt(prompt, true)).toEqual({ text: prompt.trim() });
      }),
      { numRuns: 2_000 },
    );
  });

  it('is the video that the card shows, not the video of the previous link', () => {
    const { result, rerender } = open(LINK);
    act(() => result.current.setShownVideo({ url: LINK, videoId: 'aaaaaaaaaaa' }));
    expect(result.current.input.video).toMatchObject({ videoId: 'aaaaaaaaaaa' });

    rerender(OTHER_LINK);
    expect(result.current.input.video).not.toHaveProperty('videoId');
    expect(result.current.input.channelUrl).toBeUndefined();
  });

  it("looks a channel's newest video up, unless the card shows it or an image is used", () => {
    const hook = open(`${CHANNEL} a castle`);
    const { result } = hook;
    expect(result.current.input.channelUrl).toBe(CHANNEL);

    assignImage(hook, 'style');
    expect(result.current.input.channelUrl).toBeUndefined();
    act(() => result.current.setPreferred('video'));
    expect(result.current.input.channelUrl).toBe(CHANNEL);

    act(() => result.current.setShownVideo({ url: CHANNEL, videoId: 'aaaaaaaaaaa' }));
    expect(result.current.input.channelUrl).toBeUndefined();
  });
});

describe('the reference of an image', () => {
  it('is never used for another user', () => {
    const hook = open('a castle');
    assignImage(hook, 'layout');
    hook.unmount();
    setSession(VISITOR);
    expect(open('a castle', undefined).result.current).toMatchObject({ image: undefined, use: undefined });
    signIn(BOB);
    const { result } = open('a castle', BOB.id);

    expect(result.current).toMatchObject({ image: undefined, use: undefined });
    expect(result.current.input.image).toBeUndefined();
    signIn(ADA);
    expect(open('a castle').result.current.image).toBeUndefined();
  });

  it('stays for its user after the session has expired, and is not added to by a file of this session', () => {
    const hook = open('a castle');
    const { image } = assignImage(hook, 'layout');
    hook.unmount();
    setSession(VISITOR);
    act(() => hook.result.current.addImages([image]));
    expect(open('a castle', undefined).result.current.images).toEqual([]);
    signIn();

    expect(open('a castle').result.current).toMatchObject({ images: [], image: { image, use: 'layout' } });
  });

  it('stays with the choice between image and link, and with the strength, while another page is open', () => {
    const hook = open(`a castle ${LINK}`);
    const image = assignImage(hook, 'layout');
    act(() => hook.result.current.setStrength('loose'));
    hook.unmount();

    const { result } = open(`a castle ${LINK}`);
    expect(result.current).toMatchObject({ preferred: 'image', image, strength: 'loose' });
    expect(result.current.input).toMatchObject({ prompt: 'a castle', image });
  });

  it('keeps its purpose if the upload of an earlier image fails late', () => {
    const hook = open('a castle');
    const { upload } = assignImage(hook, 'style');
    const image = assignImage(hook, 'layout');
    act(() => hook.result.current.dropUpload(upload));
    expect(hook.result.current.image).toBe(image);

    act(() => hook.result.current.dropUpload(image.upload));
    expect(hook.result.current.image).toBeUndefined();
  });

  it('takes the place of the link when it comes after it, and needs words beside the link', () => {
    const hook = open(`${LINK} a castle`);
    const image = assignImage(hook, 'layout');

    expect(hook.result.current).toMatchObject({ preferred: 'image', use: 'layout', error: undefined });
    expect(hook.result.current.input).toMatchObject({ prompt: 'a castle', video: undefined, image });
    hook.rerender(LINK);
    expect(hook.result.current.error).toMatch(/^Describe the thumbnail in words/);
    act(() => hook.result.current.setPreferred('video'));
    expect(hook.result.current.error).toBeUndefined();
  });

  it('gives way to a link that comes after it, until the creator chooses', () => {
    const hook = open('a castle');
    const { result } = hook;
    const image = assignImage(hook, 'layout');
    hook.rerender(`a castle ${LINK}`);
    expect(result.current).toMatchObject({ preferred: 'video', use: 'style' });
    expect(result.current.input).toMatchObject({ prompt: `a castle ${LINK}`, image: undefined });

    act(() => result.current.setPreferred('image'));
    hook.rerender(`a green castle ${LINK}`);
    expect(result.current).toMatchObject({ preferred: 'image', use: 'layout' });
    expect(result.current.input).toMatchObject({ prompt: 'a green castle', image });

    hook.rerender(`a green castle ${OTHER_LINK}`);
    expect(result.current.preferred).toBe('video');
    hook.rerender(`a green castle ${LINK}`);
    expect(result.current.preferred).toBe('video');
  });
});
