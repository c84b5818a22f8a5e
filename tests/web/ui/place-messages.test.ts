import { expect, it } from 'vitest';
import { findTop } from '../../../web/src/ui/place-messages.ts';

/** The image and the prompt of a phone. */
const IMAGE = { top: 94, bottom: 314 };
const PROMPT = { top: 480, bottom: 600 };
const PHONE = { windowHeight: 640 };

it.each([
  ['is below the header if nothing is in the way', 46, [], PHONE, 68],
  ['reaches into the header if the image begins below it', 46, [IMAGE], PHONE, 40],
  ['is below the image if the header has too little room', 90, [IMAGE, PROMPT], PHONE, 322],
  ['stays where it is as long as its place is free', 46, [PROMPT], { ...PHONE, current: 322 }, 322],
  ['leaves its place for what moves there', 46, [IMAGE, PROMPT], { ...PHONE, current: 300 }, 40],
  ['is between two areas that it does not touch', 150, [IMAGE, PROMPT], PHONE, 322],
  ['has no place if nothing is high enough', 200, [IMAGE, PROMPT], PHONE, undefined],
])('The place of a message %s', (_, height, areas, view, top) => {
  expect(findTop(height, areas, view)).toBe(top);
});
