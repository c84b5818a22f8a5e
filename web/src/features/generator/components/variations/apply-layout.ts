import type { Design, Layer, TextLayer } from '#contract/design/design.ts';
import { isWritten } from '#contract/design/headline.ts';
import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import { giveTranslations } from '../../../../lib/render/give-translations.ts';
import { giveWords } from '../../../../lib/render/give-words.ts';
import { ApiError } from '../../../../api/errors.ts';
import { readThumbnail } from '../../../../api/read-thumbnails.ts';
import { designKey, findDraft, toStoredDesign } from '../../../../outbox/designs.ts';
import { outbox } from '../../../../outbox/outbox.ts';
import { putDesign } from '../../../../outbox/put-design.ts';
import { readVersion } from '../../../../outbox/requests.ts';

const listWritten = (layers: readonly Layer[]): TextLayer[] =>
  layers.filter((layer) => layer.kind === 'text').filter(isWritten);

/**
 * True if the creator has worked on a design. The layout of a series waits for its words, so the first revision of a design without words
 * does not count.
 */
const isFinished = ({ design: { layers }, revision }: { design: Design; revision: number }): boolean =>
  layers.length > 0 &&
  (revision > 1 || listWritten(layers).length > 0 || layers.every(({ kind }) => kind !== 'text'));

/** Gives the texts of a layout the words of a design, in their order. Texts with further words stay behind the layout. */
export function withWords(layout: readonly Layer[], { layers }: Design): Layer[] {
  const written = listWritten(layers);
  const placed = giveTranslations(
    giveWords(
      layout,
      written.map(({ text }) => text),
    ),
    written,
  );
  const ids = new Set(placed.map(({ id }) => id));
  const texts = placed.filter(({ kind }) => kind === 'text').length;
  const room = Math.min(DESIGN_LIMITS.layers - placed.length, DESIGN_LIMITS.textLayers - texts);
  const kept = written
    .slice(texts)
    .slice(0, Math.max(0, room))
    .map((text) => (ids.has(text.id) ? { ...text, id: crypto.randomUUID() } : text));
  return [...kept, ...placed];
}

/** Reads a thumbnail with the design that its finish page shows. */
async function readDesigned(userId: string, id: string) {
  // The finish page that was just left may be saving its design.
  await outbox.settle(designKey(id));
  const draft = findDraft(userId, id);
  const thumbnail = await readThumbnail(id);
  const stored = toStoredDesign(thumbnail);
  const revision = draft ? (readVersion(draft.entry.request) ?? 0) + 1 : stored.version;
  return { id, thumbnail, draft, stored, revision, design: draft?.design ?? stored.design };
}

type Designed = Awaited<ReturnType<typeof readDesigned>>;

/** Reads a thumbnail again if a page has sent or changed its draft since, e.g. while the creator was asked. */
async function readLatest(userId: string, designed: Designed): Promise<Designed> {
  const draft = findDraft(userId, designed.id);
  const before = designed.draft?.entry;
  const isSame = draft?.entry.key === before?.key && draft?.entry.mark === before?.mark;
  return isSame ? { ...designed, draft } : await readDesigned(userId, designed.id);
}

/** The versions that get the layout of another version. */
export interface LayoutPlan {
  unfinished: readonly string[];
  /** They have words of the creator, so the creator is asked first. */
  finished: readonly string[];
  /** Resolves when the server has the designs, or when it can be said that it does not have them yet. Rejects if it refuses one. */
  apply: (ids: readonly string[]) => Promise<void>;
}

/** Prepares the use of the layout of a version for other versions. @throws the errors of `readThumbnail` */
export async function planLayout(
  userId: string,
  sourceId: string,
  ids: readonly string[],
): Promise<LayoutPlan> {
  const [source, ...others] = await Promise.all(
    [sourceId, ...ids.filter((id) => id !== sourceId)].map((id) => readDesigned(userId, id)),
  );
  const layout = source?.design.layers ?? [];
  const list = (finished: boolean) =>
    others.flatMap((other) => (isFinished(other) === finished ? [other.id] : []));
  return {
    unfinished: list(false),
    finished: list(true),
    apply: async (chosen) => {
      const designed = others.filter(({ id }) => chosen.includes(id));
      const ends = await Promise.allSettled(designed.map((other) => save(userId, other, layout)));
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    },
  };
}

/**
 * Replaces the layers. The image, its crop and its adjustments stay.
 * @throws the error of the server, which then keeps its design; the errors of `readThumbnail`
 */
async function save(userId: string, designed: Designed, layout: readonly Layer[]): Promise<void> {
  const latest = await readLatest(userId, designed);
  // The creator was not asked about a version that another tab has finished meanwhile.
  if (isFinished(latest) && !isFinished(designed)) throw new ApiError('design_changed');
  const { thumbnail, draft, stored, design } = latest;
  const entry = draft && outbox.take(draft.entry);
  const key = entry?.key ?? designKey(thumbnail.id, crypto.randomUUID());
  // A draft is saved first. If the server refuses the draft, the draft waits for the creator on the finish page.
  await outbox.open(key, stored, entry);
  throwFailure(key);
  const isSaved = outbox.getState(key).status === 'saved';
  putDesign(userId, thumbnail, { ...design, layers: withWords(layout, design) }, key);
  if (!isSaved) return; // Without a connection, the browser keeps the design in the place of the draft.
  await outbox.send(key);
  try {
    throwFailure(key);
  } catch (error) {
    outbox.discard(key);
    throw error;
  }
}

function throwFailure(key: string): void {
  const state = outbox.getState(key);
  if (state.status === 'refused') throw state.error;
  if (state.status === 'conflict') throw new ApiError('design_changed');
}
