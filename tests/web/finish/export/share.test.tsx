import { render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { ShareButton } from '../../../../web/src/features/finish/export/share-button.tsx';
import { useExport } from '../../../../web/src/features/finish/export/use-export.ts';
import { fakeCanvas } from '../../support/fake-canvas.ts';
import { press } from '../../support/site.tsx';
import { stubBrowser } from '../support/finish-page.ts';

const READY = { status: 'ready', problem: '' } as const;
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xfe, 0, 2, 0xff, 0xd9]);

const share = vi.fn<Navigator['share']>();
const encode = vi.fn<HTMLCanvasElement['toBlob']>();

beforeEach(() => {
  stubBrowser();
  fakeCanvas();
  encode.mockReset().mockImplementation((done) => done(new Blob([JPEG])));
  const toBlob = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(encode);
  onTestFinished(() => toBlob.mockRestore());
  share.mockReset().mockResolvedValue(undefined);
});

const canShare = ({ files = [] }: ShareData) => files.every(({ type }) => type === 'image/jpeg');

/** Opens the button on a browser with these abilities. */
function open(abilities: object = { share, canShare }): void {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as object, abilities));
  const finished = {
    image: Object.assign(document.createElement('canvas'), { width: 1_280, height: 720 }),
    design: { layers: [], crop: 0.5 },
    cutouts: new Map<string, ImageBitmap>(),
    mark: 'generated' as const,
  };
  function Page() {
    const exporting = useExport({ complete: finished, parts: READY, rendering: undefined, name: 'a castle' });
    return <ShareButton finished={finished} exporting={exporting} />;
  }
  render(<Page />);
}

const FAILED = 'The file could not be shared. Press Export, and share the file that is saved.';
const failure = (name: string) => new DOMException('', name);
const shared = () =>
  share.mock.calls.map(([data]) => data?.files?.map(({ name, type }) => `${name} ${type}`).join());
const said = () => screen.getByRole('status').textContent;
/** Presses the button, and waits until it can be pressed again. */
async function pressShare(): Promise<void> {
  press('Share');
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Share' }).disabled).toBe(false),
  );
}

it('The exported file is given to another app', async () => {
  open();
  await pressShare();

  expect(shared()).toEqual(['a-castle-1280x720.jpg image/jpeg']);
  expect(said()).toBe('');
});

it.each<[string, object]>([
  ['shares no files', { share, canShare: ({ files }: ShareData) => files === undefined }],
  ['does not say what it shares', { share, canShare: undefined }],
  ['shares nothing', { share: undefined, canShare: undefined }],
])('A browser that %s offers no Share', (_, abilities) => {
  open(abilities);
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
});

it.each([
  ['says nothing when the creator closes the list of apps', 'AbortError', ''],
  ['says what to do when the device fails', 'DataError', FAILED],
])('The page %s', async (_, name, text) => {
  share.mockRejectedValue(failure(name));
  open();
  await pressShare();

  expect(said()).toBe(text);
});

it('A file that was ready too late is shared by the next press, which encodes nothing', async () => {
  share.mockRejectedValueOnce(failure('NotAllowedError'));
  open();
  await pressShare();
  expect(said()).toBe('The file is ready. Press Share again.');
  const encodings = encode.mock.calls.length;
  await pressShare();

  expect(shared()).toHaveLength(2);
  expect([encode.mock.calls.length, said()]).toEqual([encodings, '']);
});

it('A device that refuses twice gets no third attempt', async () => {
  share.mockRejectedValue(failure('NotAllowedError'));
  open();
  await pressShare();
  await pressShare();

  await waitFor(() => expect(said()).toBe(FAILED));
});
