import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, onTestFinished, vi } from 'vitest';
import ChecksPanel from '../../../../web/src/features/finish/checks/checks-panel.tsx';
import CropControl from '../../../../web/src/features/finish/image-tools/crop-control.tsx';
import ExportSettings from '../../../../web/src/features/finish/export/export-settings.tsx';
import { useChecks } from '../../../../web/src/features/finish/checks/use-checks.ts';
import { useExport } from '../../../../web/src/features/finish/export/use-export.ts';
import type { Export } from '../../../../web/src/features/finish/export/use-export.ts';
import { createCutoutLayer } from '../../../../web/src/features/finish/editor/new-layers.ts';
import { observeMessages } from '../../../../web/src/ui/notify.ts';
import { fakeCanvas } from '../../support/fake-canvas.ts';
import { passPause, stubBrowser } from '../support/finish-page.ts';
import { press } from '../../support/site.tsx';

const design = { layers: [], crop: 0.5 };
const READY = { status: 'ready', problem: '' } as const;

/** An image of this size without pixels: nothing is drawn here. */
const finishedImage = (width: number, height: number) => ({
  image: Object.assign(document.createElement('canvas'), { width, height }),
  design,
  cutouts: new Map<string, ImageBitmap>(),
  mark: 'generated' as const,
});

const exporting = (changes: Partial<Export> = {}): Export => ({
  settings: { size: { width: 1_280, height: 720 }, format: 'jpeg', limit: 'phone', name: 'castle' },
  fileBytes: 310_000,
  isTooLarge: false,
  isBusy: false,
  change: vi.fn(),
  save: vi.fn(),
  exportTo: vi.fn(),
  ...changes,
});

const png = (fileBytes: number): Partial<Export> => ({
  settings: { size: { width: 1_280, height: 720 }, format: 'png', limit: 'phone', name: 'castle' },
  fileBytes,
});

const openSettings = (exported: Export, width = 1_344, height = 768, zoom = 1) =>
  render(
    <ExportSettings
      finished={{ ...finishedImage(width, height), design: { ...design, adjustments: { zoom } } }}
      exporting={exported}
      canUpscale
      thumbnail={{ id: '1', url: 'https://images.test/1.png' }}
    />,
    { wrapper: MemoryRouter },
  );

function openCrop(width: number, height: number) {
  const onCrop = vi.fn<(crop: number) => void>();
  render(<CropControl image={finishedImage(width, height).image} crop={0.5} onChange={onCrop} />);
  return onCrop;
}

const openChecks = (exported: Export) =>
  render(
    <ChecksPanel
      checks={{ list: [], hints: 0, summary: '', verdict: undefined }}
      rendering={undefined}
      exporting={exported}
      duration="12:34"
      onFix={() => undefined}
    />,
  );

const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });

it.each([
  [1_344, 768, 1],
  [1_919, 1_080, 1],
  [1_920, 1_080, 2],
  [2_048, 1_024, 1],
  [2_048, 1_152, 2],
  [5_376, 2_159, 2],
  [5_376, 3_072, 3],
])('offers the sizes that an image of %d x %d has after the crop: %d', (width, height, offered) => {
  openSettings(exporting(), width, height);

  expect(
    [radio(/^1280 × 720/), radio(/^1920 × 1080/), radio(/^3840 × 2160/)].map(({ disabled }) => !disabled),
  ).toEqual([true, offered > 1, offered > 2]);
  expect(screen.queryAllByText('The tool 4K gives the image enough pixels')).toHaveLength(3 - offered);
});

it.each([
  [1, 'For large screens'],
  [1.1, 'For large screens'],
  [1.11, 'Enough pixels up to a zoom of 110%'],
])('offers 1920 × 1080 of an image of 2112 x 1188 up to its last pixel: zoom %d', (zoom, hint) => {
  openSettings(exporting(), 2_112, 1_188, zoom);

  expect(radio(/^1920 × 1080/).closest('label')?.textContent).toBe(`1920 × 1080${hint}`);
  expect(radio(/^1920 × 1080/).disabled).toBe(zoom > 1.1);
});

it('shows no crop for an image that is 16:9', () => {
  openCrop(1_280, 720);

  expect(screen.getByText(/^The image is 1280 × 720, which is 16:9/)).toBeDefined();
  expect(screen.queryByRole('slider')).toBeNull();
});

it('moves the crop of a wide image sideways, and names the part that is lost', () => {
  const onCrop = openCrop(1_536, 640);
  const slider = screen.getByRole('slider', { name: 'Crop' });

  expect(slider.getAttribute('aria-valuetext')).toBe('Loses 199 pixels on the left and 199 on the right');
  fireEvent.change(slider, { target: { value: '100' } });
  expect(onCrop).toHaveBeenCalledWith(1);
});

it('warns about a PNG that is too large for a phone, and changes it to a JPEG', () => {
  const change = vi.fn();
  openSettings(exporting({ ...png(2_600_000), change }));
  expect(screen.getByText('2.6 MB')).toBeTruthy();
  expect(screen.getByText('YouTube takes at most 2 MB from a phone')).toBeTruthy();

  openChecks(exporting({ ...png(2_600_000), isTooLarge: true, change }));
  expect(screen.getByText('2.6 MB is too large for a phone')).toBeTruthy();
  press('Export as JPEG');
  expect(change).toHaveBeenCalledWith({ format: 'jpeg' });
});

it('takes 25 times as much from a computer', () => {
  const { settings } = exporting(png(2_600_000));
  const change = vi.fn();
  openSettings(exporting({ ...png(2_600_000), settings: { ...settings, limit: 'computer' }, change }));
  expect(screen.getByText('of at most 50 MB')).toBeTruthy();

  fireEvent.click(radio(/^2 MB, every device/));
  expect(change).toHaveBeenCalledWith({ limit: 'phone' });
});

const NONE_MISSING = new Set<string>();
const PNG_SIGNATURE = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

it.each([
  { bytes: 1_990_000, summary: 'Add text to check how it reads', warnings: [] },
  { bytes: 2_000_000, summary: 'One thing needs a look', warnings: ['2.0 MB is too large for a phone'] },
])('counts a PNG that is too large among what needs a look: $bytes', async ({ bytes, summary, warnings }) => {
  stubBrowser();
  fakeCanvas();
  const encode = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob');
  encode.mockImplementation((done) => done(new Blob([PNG_SIGNATURE, new Uint8Array(bytes)])));
  onTestFinished(() => encode.mockRestore());
  const finished = finishedImage(1_280, 720);
  const rendering = { finished, canvas: finished.image };
  function Page() {
    const exported = useExport({ complete: finished, parts: READY, rendering, name: 'a castle' });
    const checks = useChecks({
      ...{ rendering, editor: { design, original: design }, languages: undefined },
      ...{ missingCutouts: NONE_MISSING, faces: undefined },
      isFileTooLarge: exported.isTooLarge,
    });
    useEffect(() => exported.change({ format: 'png' }), []);
    return (
      <ChecksPanel {...{ checks, rendering, exporting: exported, duration: '' }} onFix={() => undefined} />
    );
  }
  render(<Page />);

  await screen.findByText(/^2\.0 MB/);
  expect(await screen.findByText(summary)).toBeTruthy();
  expect(screen.queryAllByText(/too large/).map(({ textContent }) => textContent)).toEqual(warnings);
});

it('shows the file name that the typed name becomes', () => {
  const size = { width: 1_920, height: 1_080 };
  openSettings(exporting({ settings: { size, format: 'png', limit: 'phone', name: '../My Castle!' } }));

  expect(
    screen.getByRole('textbox', { name: 'File name', description: 'my-castle-1920x1080.png' }),
  ).toBeTruthy();
});

it('keeps the size of the file when the measurement of an earlier design ends later', async () => {
  stubBrowser();
  fakeCanvas();
  const canvas = document.createElement('canvas');
  const encodings: BlobCallback[] = [];
  const encode = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob');
  encode.mockImplementation((done) => encodings.push(done));
  onTestFinished(() => encode.mockRestore());
  const endEncoding = (index: number, length: number) =>
    act(async () => {
      encodings[index]?.(new Blob([new Uint8Array([0xff, 0xd8]), 'x'.repeat(length)]));
      await Promise.resolve();
    });

  const [earlier, later] = [finishedImage(1_280, 720), finishedImage(1_280, 720)];
  const { result, rerender } = renderHook(
    (finished) =>
      useExport({ complete: finished, parts: READY, rendering: { finished, canvas }, name: 'a castle' }),
    { initialProps: earlier },
  );
  await waitFor(() => expect(encodings).toHaveLength(1));
  rerender(later);
  await passPause();
  await waitFor(() => expect(encodings).toHaveLength(2));
  await endEncoding(1, 100);
  await waitFor(() => expect(result.current.fileBytes).toBeDefined());
  const size = result.current.fileBytes;
  await endEncoding(0, 5_000_000);

  expect(result.current.fileBytes).toBe(size);
  // A smaller file of the earlier design is not searched for.
  await passPause();
  expect(encodings).toHaveLength(2);
});

it.each([
  { hidden: true, kind: 'success' },
  { hidden: false, kind: 'info' },
])('tells of a missing cut-out only if it would be visible: $kind', async ({ hidden, kind }) => {
  stubBrowser();
  fakeCanvas();
  const encode = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob');
  encode.mockImplementation((done) => done(new Blob([new Uint8Array([0xff, 0xd8]), 'x'.repeat(100)])));
  const messages: string[] = [];
  const stop = observeMessages((message) => messages.push(message.kind));
  onTestFinished(() => {
    encode.mockRestore();
    stop();
  });
  const layers = [{ ...createCutoutLayer('deleted'), hidden }];
  const finished = { ...finishedImage(1_280, 720), design: { ...design, layers } };
  const { result } = renderHook(() =>
    useExport({ complete: finished, parts: READY, rendering: undefined, name: 'a castle' }),
  );

  act(() => result.current.save());

  await waitFor(() => expect(messages).toEqual([kind]));
});

it('measures no Photoshop file, and limits none', () => {
  const settings = {
    size: { width: 1_280, height: 720 },
    format: 'psd',
    limit: 'phone',
    name: 'castle',
  } as const;
  openSettings(exporting({ settings, fileBytes: undefined }));

  expect(screen.getByText('For Photoshop, Photopea and GIMP. YouTube takes a JPEG or a PNG.')).toBeTruthy();
  expect(screen.getByText('castle-1280x720.psd')).toBeTruthy();
  expect(screen.queryByRole('meter')).toBeNull();
  expect(screen.queryByRole('radio', { name: /^2 MB/ })).toBeNull();
});
