import { expect, it } from 'vitest';
import { formatTime, formatTimeCode, nameFrame } from '../../../web/src/video/format-time.ts';

it.each([
  [0, '00:00', '00:00.000'],
  [494.52, '08:14', '08:14.520'],
  [1.9996, '00:02', '00:02.000'],
  [3_723.5, '1:02:03', '1:02:03.500'],
])('writes %f seconds as %s and as the time code %s', (seconds, time, code) => {
  expect([formatTime(seconds), formatTimeCode(seconds)]).toEqual([time, code]);
});

it.each([
  ['castle-ep-12.mp4', 494.52, 'castle-ep-12-08-14.jpg'],
  ['My video.final.MOV', 3_723, 'My video.final-1-02-03.jpg'],
  ['.mp4', 1, 'video-00-01.jpg'],
])('names the frame of %s at %f seconds %s', (video, seconds, name) => {
  expect(nameFrame(video, seconds)).toBe(name);
});
