import type { EditOperation } from '#contract/endpoints/edit-requests.ts';
import { findImageMark, type ImageMark } from '#contract/image-mark.ts';
import { LIMITS } from '#contract/limits.ts';
import type { GeneratedImage, ImagePlan } from '../generation/plan-image.ts';
import { buildImageKey, findImage } from '../../images/image-bucket.ts';
import type { Image } from '../../models/adapter.ts';
import { createEditAdapter, selectEditService } from '../../models/edit-services.ts';
import { generateImage } from '../../models/generate-image.ts';
import { createTargets, selectServiceModels } from '../../models/service-pool.ts';
import { encodeMask, UnusableImageError } from '../../images/pixels/mask-png.ts';
import { runPixelTask } from '../../images/pixels/pixel-thread.ts';
import type { PixelTask } from '../../images/pixels/run-task.ts';
import { CodedError } from '../../platform/errors.ts';
import { readPngSize } from '../../platform/png.ts';
import { findGeneration } from '../table/queries.ts';
import type { GenerationKey } from '../table/rows.ts';
import { nameServiceLine } from '../waiting-line/lines.ts';
import { readMask, type Mask } from './mask.ts';

/** The time to load the base, in ms. */
const LOAD_TIMEOUT_MS = 3_000;
/** The least time for one task of the pixels, in ms. On one core, the largest base takes a seventh of this time. */
const PIXELS_TIMEOUT_MS = 5_000;

interface PlanInput {
  userId: string;
  /** The thumbnail that the edit belongs to. */
  thumbnailId: string;
  /** The image that the edit starts from. */
  baseId: string;
  operation: EditOperation;
}

/**
 * Decides how an edit is made. Makes no calls.
 * @throws InvalidRequestError for a mask without a usable header, for an operation that the stage does not offer, and for a text that is
 * too long for the service.
 */
export function planEdit({ userId, thumbnailId, baseId, operation }: PlanInput): {
  plan: ImagePlan;
  mask: Mask | undefined;
} {
  const service = selectEditService(operation);
  const prompt = 'prompt' in operation ? (operation.prompt ?? '') : '';
  const models = selectServiceModels(service, { prompt });
  const maskText = 'mask' in operation ? operation.mask : undefined;
  const mask = maskText === undefined ? undefined : readMask(maskText);
  const plan: ImagePlan = {
    model: models[0],
    line: nameServiceLine(service),
    composeMs: PIXELS_TIMEOUT_MS,
    async generate(request, deadline, endAt) {
      const area = mask && (await decodeArea(mask));
      const loading = AbortSignal.any([deadline, AbortSignal.timeout(LOAD_TIMEOUT_MS)]);
      const [base, mark] = await Promise.all([
        loadBase(buildImageKey(userId, baseId), loading),
        readMark({ userId, generationId: thumbnailId }),
      ]);
      const input = await prepare(base, operation);
      const targets = createTargets(models, createEditAdapter(operation, input, area?.png));
      const result = await generateImage(targets, request, deadline);
      return { ...result, mark, ...(await compose(base, result, { operation, area: area?.pixels, endAt })) };
    },
  };
  return { plan, mask };
}

/** The pixels of a mask, and the PNG for the model. */
interface Area {
  pixels: Uint8Array;
  png: Buffer;
}

/** @throws CodedError `edit_not_possible` if the mask cannot be used. */
async function decodeArea({ png, width }: Mask): Promise<Area> {
  const pixels = await runTask({ kind: 'mask', png }, Date.now() + PIXELS_TIMEOUT_MS);
  return { pixels, png: encodeMask(pixels, width) };
}

/**
 * Decides the mark of the edit by the model of its thumbnail: the base may be another edit.
 * @throws CodedError `edit_not_possible` if the thumbnail was deleted after the request was checked.
 */
async function readMark(thumbnail: GenerationKey): Promise<ImageMark> {
  const row = await findGeneration(thumbnail);
  if (row?.status !== 'succeeded') throw createDeletedError();
  return findImageMark({ model: row.model, isEdited: true });
}

/** Loads the base. @throws CodedError `edit_not_possible` if the base was deleted after the request was checked. */
async function loadBase(key: string, signal: AbortSignal): Promise<Buffer> {
  const image = await findImage(key, signal);
  if (image === undefined) throw createDeletedError();
  return Buffer.from(image);
}

const createDeletedError = () => new CodedError('edit_not_possible', { params: { reason: 'deletedBase' } });

/**
 * Prepares the image for the service. Fast Upscale accepts at most a megapixel, so a larger image is scaled down first.
 * @throws CodedError `edit_not_possible` if the result would be larger than the services allow.
 */
async function prepare(base: Buffer, operation: EditOperation): Promise<Buffer> {
  const { width, height } = readPngSize(base);
  if (operation.kind === 'fill') {
    const { left, right, up, down } = operation;
    if ((width + left + right) * (height + up + down) > LIMITS.editPixels) {
      throw new CodedError('edit_not_possible', { params: { reason: 'imageTooLarge' } });
    }
  }
  if (operation.kind !== 'upscale') return base;
  const scale = Math.min(
    1,
    Math.sqrt(LIMITS.upscalePixels / (width * height)),
    LIMITS.upscaleSide / Math.max(width, height),
  );
  if (scale === 1) return base;
  const size = { width: Math.floor(width * scale), height: Math.floor(height * scale) };
  return runTask({ kind: 'scale', base, ...size }, Date.now() + PIXELS_TIMEOUT_MS);
}

interface ComposeOptions {
  operation: EditOperation;
  /** The pixels of the mask. */
  area: Uint8Array | undefined;
  /** The time limit, in ms since the epoch. */
  endAt: number;
}

/** Composes the result with the base, so that the pixels outside of the edit stay unchanged. */
async function compose(
  base: Buffer,
  result: Image,
  { operation, area, endAt }: ComposeOptions,
): Promise<Partial<GeneratedImage>> {
  if (operation.kind === 'upscale') return { previewSource: base };
  const content = await runTask(chooseTask(base, result.content, operation, area), endAt);
  return { content, ...readPngSize(content) };
}

function chooseTask(
  base: Buffer,
  result: Uint8Array,
  operation: EditOperation,
  area: Uint8Array | undefined,
): PixelTask {
  if (operation.kind !== 'fill') return { kind: 'keep', base, result, mask: area };
  const { left, right, up, down } = operation;
  const { width, height } = readPngSize(base);
  return {
    kind: 'extend',
    base,
    result,
    left,
    up,
    width: left + width + right,
    height: up + height + down,
  };
}

/** The tasks that combine the result of a service with the base. */
const COMPOSITIONS: readonly PixelTask['kind'][] = ['keep', 'extend'];

/**
 * Runs a task.
 * @throws CodedError `edit_not_possible` if the user's image cannot be used. Otherwise throws `internal`, because neither the user nor a
 * model has caused the failure. The reason then says if the composition failed.
 */
async function runTask(task: PixelTask, endAt: number): Promise<Buffer> {
  try {
    return Buffer.from(await runPixelTask(task, endAt));
  } catch (cause) {
    if (cause instanceof UnusableImageError) {
      throw new CodedError('edit_not_possible', {
        params: { reason: 'unusableMask', problem: cause.message },
      });
    }
    const params = COMPOSITIONS.includes(task.kind) ? { reason: 'compositionFailed' as const } : undefined;
    throw new CodedError('internal', { params, isCostly: true, cause });
  }
}
