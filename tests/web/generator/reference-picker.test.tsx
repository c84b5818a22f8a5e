import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ReferencePicker } from '../../../web/src/features/generator/components/reference-picker.tsx';
import { useReference } from '../../../web/src/features/generator/hooks/use-reference.ts';
import { notify } from '../../../web/src/ui/notify.ts';
import { fakeApi, press } from '../support/site.tsx';

const image = (name: string) => new File([name], `${name}.png`, { type: 'image/png' });
const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('Upload reference images'), { target: { files } });
const shown = () => screen.queryAllByRole('img').map((element) => element.getAttribute('src'));
const shownCount = (count: number) => waitFor(() => expect(shown()).toHaveLength(count));

const Uploader = () => (
  <ReferencePicker
    userId={undefined}
    reference={useReference('', undefined)}
    panelId="panel"
    shownId={undefined}
  />
);

beforeEach(() => {
  fakeApi();
  render(<Uploader />);
});

describe('the reference picker', () => {
  it('adds one entry per file, also for the same image twice', async () => {
    choose(image('a'), image('b'));
    await shownCount(2);
    choose(image('a'));
    await shownCount(3);

    expect(screen.getByLabelText('Upload reference images')).toHaveProperty('value', '');
    expect(shown()[0]).toBe(shown()[2]);
    expect(shown()[0]).toMatch(/^data:image\/png/);
  });

  it('keeps the images of two choices that are read at the same time', async () => {
    choose(image('a'));
    choose(image('b'));

    await shownCount(2);
  });

  it('removes the image at its position, and focuses the input', async () => {
    choose(image('a'), image('b'), image('c'));
    await shownCount(3);
    const before = shown();
    fireEvent.click(screen.getByRole('button', { name: 'Remove reference 2' }));

    expect(shown()).toEqual([before[0], before[2]]);
    expect(document.activeElement).toBe(screen.getByLabelText('Upload reference images'));
    for (const name of ['Remove reference 2', 'Remove reference 1']) press(name);
    expect(screen.queryByRole('list')).toBeNull();
  });

  it('opens with the images that are dropped on the page or pasted, without a copied text', async () => {
    const data = (types: string[], text = '') => ({
      types,
      files: [image('a'), image('b')],
      getData: () => text,
    });
    const drag = (type: string, files = true) => {
      const event = new Event(type, { cancelable: true });
      dispatchEvent(Object.assign(event, { dataTransfer: data(files ? ['Files'] : ['text/plain']) }));
      return event.defaultPrevented;
    };
    expect(screen.queryByRole('group', { name: 'Reference images' })).toBeNull();
    drag('dragenter');
    await waitFor(() => {
      act(() => void drag('dragover'));
      expect(screen.getByText('Drop the picture or video to use it')).toBeTruthy();
    });
    act(() => expect(drag('drop')).toBe(true));
    await shownCount(2);
    expect(screen.getByRole('group', { name: 'Reference images' })).toBeTruthy();
    expect(screen.queryByText('Drop the picture or video to use it')).toBeNull();

    // The browser drops a text itself, and a dialog keeps files away from the page behind it.
    expect(drag('drop', false)).toBe(false);
    document.body.insertAdjacentHTML('beforeend', '<dialog open></dialog>');
    act(() => expect(drag('drop')).toBe(true));
    document.querySelector('dialog')?.remove();
    const paste = (clipboardData: object) =>
      act(() => void dispatchEvent(Object.assign(new Event('paste'), { clipboardData })));
    paste(data(['Files', 'text/plain'], 'words of a document, with a picture of them'));
    paste(data(['Files']));
    await shownCount(4);
    // A file that is copied in Finder comes with its name as a text.
    paste(data(['Files', 'text/plain'], 'a.png'));
    await shownCount(6);
  });

  it('skips a file that is not an image', async () => {
    choose(new File(['words'], 'notes.txt', { type: 'text/plain' }), image('a'));
    await shownCount(1);

    expect(shown()[0]).toMatch(/^data:image\/png/);
  });

  it('refuses a damaged image by its name', async () => {
    const isDamaged = ({ src }: HTMLImageElement) => src.endsWith(btoa('damaged'));
    const decode = vi.spyOn(HTMLImageElement.prototype, 'decode');
    decode.mockImplementation(function decodeImage(this: HTMLImageElement) {
      return isDamaged(this) ? Promise.reject(new Error('EncodingError')) : Promise.resolve();
    });
    onTestFinished(() => decode.mockRestore());
    const error = vi.spyOn(notify, 'error');
    choose(image('damaged'));
    choose(image('a'));
    await shownCount(1);

    expect(error.mock.calls).toEqual([['damaged.png could not be read as an image.']]);
  });

  it('says what to do with a photo of an iPhone', async () => {
    const error = vi.spyOn(notify, 'error');
    choose(new File(['x'], 'IMG_1.HEIC'));

    await waitFor(() =>
      expect(error.mock.calls).toEqual([
        [
          'IMG_1.HEIC is a HEIC photo, which this browser cannot read. Save it as a JPEG and choose that file.',
        ],
      ]),
    );
  });

  it('refuses a file that the browser cannot read by its name', async () => {
    vi.stubGlobal(
      'FileReader',
      class {
        error = null;
        onerror = vi.fn();
        readAsDataURL = () => queueMicrotask(() => void this.onerror());
      },
    );
    const error = vi.spyOn(notify, 'error');
    choose(image('moved'));

    await waitFor(() => expect(error.mock.calls).toEqual([['moved.png could not be read as an image.']]));
    expect(shown()).toEqual([]);
  });
});
