import { request } from './request.ts';

/**
 * Cancels a generation that waits in line, which returns its credits.
 * @throws the errors of `request`: `in_progress` when a model is already generating the image.
 */
export async function cancelGeneration(id: string): Promise<void> {
  await request('cancelGeneration', { params: { id } });
}
