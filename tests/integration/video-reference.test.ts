import { beforeAll, expect, it } from 'vitest';
import { readVideoReferenceResponse } from '../../contract/reference-schemas.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { addCreator, type Creator } from '../support/cloud/creator.ts';
import { shareCloud } from './support/shared-cloud.ts';

let cloud: EmbeddedCloud;
let creator: Creator;
beforeAll(async () => {
  ({ cloud } = await shareCloud());
  creator = await addCreator(cloud);
});

const lookUp = (link: string) => creator.get(`/api/video-reference?url=${encodeURIComponent(link)}`);

it('shows the thumbnail of a video from an origin that the pages may load', async () => {
  const { status, body } = await lookUp('https://www.youtube.com/watch?list=PL1&v=dQw4w9WgXcQ');

  expect(status).toBe(200);
  const { thumbnailURL } = readVideoReferenceResponse.parse(body);
  const image = await fetch(thumbnailURL);
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  const policy = (await fetch(cloud.url)).headers.get('content-security-policy');
  expect(policy).toMatch(new RegExp(`img-src [^;]*${new URL(thumbnailURL).origin}`));
});
