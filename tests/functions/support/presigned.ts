import { IMAGE_KEY } from './thumbnail-rows.ts';

/** The parts of a presigned URL that say what it opens, where, and for how long. */
export function opened(imageURL: unknown) {
  const url = new URL(String(imageURL));
  return {
    where: `${url.origin}${url.pathname}`,
    seconds: url.searchParams.get('X-Amz-Expires'),
    signed: url.searchParams.has('X-Amz-Signature'),
  };
}

/** What a presigned URL of the generation under test opens. */
export const itsImage = {
  where: `https://images.s3.us-west-2.amazonaws.com/${IMAGE_KEY}`,
  seconds: '3600',
  signed: true,
};
