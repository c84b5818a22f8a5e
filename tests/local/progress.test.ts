import { EventEmitter, once } from 'node:events';
import { expect, it, vi } from 'vitest';
import { Progress, type Terminal } from '../../local/progress.ts';

/** Runs two steps at once on a recording terminal. @returns what was written, with all durations as `N`. */
async function record(terminal: Omit<Terminal, 'write'>): Promise<string> {
  let text = '';
  const progress = new Progress({ ...terminal, write: (part) => (text += part) });
  const events = new EventEmitter();
  const site = progress.run('Site', () => once(events, 'built'));
  await expect(progress.run('Functions', () => Promise.resolve(7))).resolves.toBe(7);
  progress.print('a warning');
  events.emit('built');
  await site;
  progress.end();
  progress.print('later');
  return text.replaceAll(/\d+\.\d/g, 'N');
}

it('prints a line when a step begins, and a line with its seconds when it ends', async () => {
  await expect(record({})).resolves.toBe(
    'Site ...\nFunctions ...\nFunctions N s\na warning\nSite N s\nlater\n',
  );
});

it('keeps one line up to date on a terminal, with messages above it', async () => {
  vi.useFakeTimers();
  try {
    const text = await record({ isTTY: true, columns: 80 });

    const clear = '\r\u001B[K';
    const line = `${clear}Site N s, Functions N s`;
    expect(text).toBe(`${clear}Site N s${line}${line}${clear}a warning\n${line}${line}${line}\nlater\n`);
  } finally {
    vi.useRealTimers();
  }
});

it('cuts the line at the width of the terminal until the last step has ended', async () => {
  const text = await record({ isTTY: true, columns: 12 });

  const clear = '\r\u001B[K';
  const line = `${clear}Site N s,`;
  const end = `${clear}Site N s, Functions N s\n`;
  expect(text).toBe(`${clear}Site N s${line}${line}${clear}a warning\n${line}${line}${end}later\n`);
});
