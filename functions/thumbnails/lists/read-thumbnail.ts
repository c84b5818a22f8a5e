import { listLanguages } from '#contract/design/design.ts';
import type { ReadThumbnailResponse } from '#contract/endpoints/schemas.ts';
import { composeError } from '#contract/error-reasons.ts';
import { signImageUrls } from '../../images/image-urls.ts';
import { CodedError } from '../../platform/errors.ts';
import { readShownMark } from '../designs/design-mark.ts';
import { readDesign } from '../designs/read-design.ts';
import { findGeneration } from '../table/queries.ts';
import { readFailure } from '../table/rows.ts';
import { toThumbnailFields } from '../table/thumbnail-fields.ts';
import { readLinePosition } from '../waiting-line/lines.ts';
import { listEdits } from './list-edits.ts';

/** The fields that only a waiting or failed generation has. */
type FieldWithoutImage = 'ahead' | 'estimatedSeconds' | 'error' | 'code' | 'params' | 'charge';

/**
 * Reads one generation of a user in any state.
 * @throws `not_found` for an unknown id, another user's thumbnail and a deleted thumbnail. The error is the same in all cases.
 */
export async function readThumbnail(userId: string, generationId: string): Promise<ReadThumbnailResponse> {
  const thumbnail = await findGeneration({ userId, generationId });
  if (thumbnail === undefined || thumbnail.status === 'deleted' || thumbnail.kind === 'cutout') {
    throw new CodedError('not_found');
  }
  const { status } = thumbnail;
  const common = { ...toThumbnailFields(thumbnail, 'page'), designVersion: 0 };
  switch (status) {
    case 'pending':
      return { ...common, status };
    case 'waiting':
      return { ...common, status, ...(await readLinePosition(thumbnail)) };
    case 'succeeded': {
      const { width, height, designVersion = 0 } = thumbnail;
      const design = readDesign(thumbnail);
      const { url, previewURL } = await signImageUrls(thumbnail);
      const { previewURL: originalPreviewURL } = await signImageUrls({
        ...thumbnail,
        designPreviewKey: undefined,
      });
      const urls = { url, previewURL, originalPreviewURL };
      const image = { ...common, status, ...urls, width, height, design, designVersion };
      // An edit cannot have edits, and its thumbnail decides its mark.
      if (thumbnail.kind === 'edit') return image;
      const edits = await listEdits(thumbnail, design?.image);
      const languages = listLanguages(design?.layers ?? []);
      const mark = readShownMark(thumbnail);
      // The type reports a field that is missing here, even an optional field.
      return { ...image, mark, languages, edits } satisfies Record<
        Exclude<keyof ReadThumbnailResponse, FieldWithoutImage>,
        unknown
      >;
    }
    case 'failed': {
      const failure = { ...readFailure(thumbnail), charge: 'refunded' } as const;
      return { ...common, status, error: composeError(failure), ...failure };
    }
  }
}
