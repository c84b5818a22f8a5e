import { expect, it } from 'vitest';
import { stepFrame } from '../../../web/src/video/step-frame.ts';

const TIMES = [0, 0.033, 0.2, 0.21, 1.5];
const DURATION = 2;
const PIXELS = { width: 1, height: 1, data: new Uint8ClampedArray(4) };

/** A player that shows the last frame before a time, as browsers do. */
function openPlayer({ hasTable }: { hasTable: boolean }) {
  const seeks: number[] = [];
  const show = (time: number) => {
    seeks.push(time);
    const shown = Math.max(...TIMES.filter((each) => each <= time + 1e-9));
    return Promise.resolve({ time: shown, number: undefined, isMissing: false, pixels: PIXELS });
  };
  return {
    seeks,
    frames: hasTable ? Float64Array.from(TIMES) : undefined,
    tellsTime: true,
    duration: DURATION,
    show,
  };
}

it.each([true, false])('steps through frames of a variable rate, with a table: %s', async (hasTable) => {
  const player = openPlayer({ hasTable });
  const forward = [0];
  for (const from of TIMES) forward.push((await stepFrame(from, 1, player))?.time ?? -1);
  const back = [];
  for (const from of [...TIMES].reverse()) back.push((await stepFrame(from, -1, player))?.time ?? -1);

  expect(forward).toEqual([...TIMES, 1.5]);
  expect(back).toEqual([0.21, 0.2, 0.033, 0, 0]);
});

it('makes one seek for a step if the file has a table of its frames', async () => {
  const player = openPlayer({ hasTable: true });
  await stepFrame(0.2, 1, player);

  expect(player.seeks).toEqual([0.21]);
});

it('steps by the longest frame of a film if neither the file nor the browser tells the times', async () => {
  const player = { ...openPlayer({ hasTable: false }), tellsTime: false };
  await stepFrame(0.5, 1, player);
  await stepFrame(0.5, -1, player);
  await stepFrame(0, -1, player);

  expect(player.seeks).toEqual([0.5 + 1 / 24, 0.5 - 1 / 24, 0]);
});
