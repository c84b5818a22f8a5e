import { hasCode, UserFacingError } from '../api/errors.ts';
import { dispatch, generations } from './generations.ts';
import { isOpen, isRunning, NOT_STARTED } from './generation.ts';
import { markInput } from './mark-input.ts';
import { toMap } from './reduce.ts';
import type { Generation, ImageGeneration, ImageInput } from './generation.ts';

/**
 * Returns the id under which a failed image is asked for again. It is the same in all tabs, so that an image is paid once if two tabs
 * ask for it. The images of a set are sorted by their ids: with the same beginning, the new one keeps its place.
 */
export function nextId(id: string): string {
  const end = (Number.parseInt(id.slice(-12), 16) + 1) % 16 ** 12;
  return `${id.slice(0, -12)}${end.toString(16).padStart(12, '0')}`;
}

/**
 * True if no credit was taken, so that the id is still free: the server refused the request before it stored it, or the request did not
 * arrive. It may arrive late, and another tab may send it again. The id of a deleted or canceled image is not free.
 */
function isUnstored({ end }: ImageGeneration): boolean {
  const error = end?.error;
  const isUncharged = error instanceof UserFacingError && error.charge === 'none';
  return isUncharged && !hasCode(error, 'not_found', 'generation_canceled');
}

/**
 * Asks again for an image that has failed, in its place and in its set. If its outcome is unknown, it goes on under its id, so that it is
 * paid once. The request of an image that was not started may have arrived since.
 * @param input of an image that an earlier page has started. @default the input of the image
 */
export function retryImage(failed: ImageGeneration, input: ImageInput | undefined = failed.input): void {
  const { id } = failed;
  const current = generations.get().all.get(id);
  // A second press finds the image running, or replaced by another id.
  if (!current || isRunning(current) || current.batchId !== failed.batchId) return;
  const isRequested = isOpen(failed) || failed.end?.error === NOT_STARTED;
  const again: ImageGeneration = {
    ...failed,
    id: isRequested || isUnstored(failed) ? id : nextId(id),
    input,
    mark: input ? markInput('image', input) : failed.mark,
    isRequested,
    startedAt: Date.now(),
    line: undefined,
    end: undefined,
  };
  // A failed image that another id replaces stays known outside its set, so that the browser stops storing it.
  const replaced: Generation[] = again.id === id ? [] : [{ ...current, batchId: id, setId: undefined }];
  dispatch({
    type: 'changed-by',
    edit: (state) => ({
      ...state,
      all: toMap([...state.all.values()].flatMap((each) => (each.id === id ? [...replaced, again] : [each]))),
    }),
  });
}
