import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';
import { fakeCanvas } from './fake-canvas.ts';

/** An upload of the browser. A test ends it with a status, or sets the one of all; 0 is a lost connection. */
export class FakeUpload {
  static status: number | undefined;
  static all: FakeUpload[] = [];
  static latest = () => FakeUpload.all.at(-1);
  status = 0;
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onloadend = () => undefined;
  open = vi.fn();
  setRequestHeader = vi.fn();
  send = vi.fn(() => {
    FakeUpload.all.push(this);
    if (FakeUpload.status !== undefined) this.end(FakeUpload.status);
  });
  abort = vi.fn(() => this.end(0));
  end(status: number) {
    this.status = status;
    act(() => this.onloadend());
  }
}

/** Replaces the uploads of the browser, and the conversion of the images before them. @returns the converter */
export function fakeUploads(status?: number) {
  Object.assign(FakeUpload, { status, all: [] });
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  vi.stubGlobal('createImageBitmap', () =>
    Promise.resolve({ width: 1_600, height: 900, close: () => undefined }),
  );
  fakeCanvas();
  const toBlob = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob');
  toBlob.mockImplementation((done) => done(new Blob(['jpeg'])));
  onTestFinished(() => toBlob.mockRestore());
  return toBlob;
}
