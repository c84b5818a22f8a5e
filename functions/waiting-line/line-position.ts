import type { WaitingGeneration as WaitingResponse } from '../../contract/schemas.ts';
import { errorTrace, logger } from '../shared/logger.ts';
import { estimateImage } from './lines.ts';
import type { WaitingGeneration } from '../thumbnails-table/rows.ts';
import { countWaiting } from '../thumbnails-table/queries.ts';

/**
 * Reads the place of a waiting generation in its line. The count is of an index, which follows the table within a
 * second, and leaves out the generations whose images are being generated.
 * @returns an empty object if the count fails, because the place is only information.
 */
export async function readLinePosition({
  waitingLine,
  waitingSince,
}: WaitingGeneration): Promise<Pick<WaitingResponse, 'ahead' | 'estimatedSeconds'>> {
  try {
    const ahead = await countWaiting(waitingLine, waitingSince);
    return { ahead, estimatedSeconds: estimateImage(waitingLine, ahead) };
  } catch (error) {
    logger.warn('line position not read', errorTrace(error));
    return {};
  }
}
