import type { Design, Layer } from '#contract/design/design.ts';
import { readThumbnail } from '../../../../api/thumbnails.ts';
import { designKey, findDraft, toStoredDesign } from '../../../../outbox/designs.ts';
import { outbox } from '../../../../outbox/outbox.ts';
import { putDesign } from '../../../../outbox/put-design.ts';

const listWords = (layers: readonly Layer[]): string[] =>
  layers.flatMap((layer) => (layer.kind === 'text' && layer.text.trim() !== '' ? [layer.text] : []));

/** The layout of a series waits for its words, so it does not count as finished. */
const isFinished = ({ layers }: Design): boolean =>
  layers.length > 0 && (listWords(layers).length > 0 || layers.every(({ kind }) => kind !== 'text'));

/** Gives the texts of a layout the words of a design, in their order. */
export function withWords(layout: readonly Layer[], { layers }: Design): Layer[] {
  const words = listWords(layers);
  return layout.map((layer) =>
    layer.kind === 'text' ? { ...layer, text: words.shift() ?? layer.text } : layer,
  );
}

/** Reads a thumbnail with the design that its finish page shows. */
async function readDesigned(userId: string, id: string) {
  // The finish page that was just left may be saving its design.
  await outbox.settle(designKey(id));
  const draft = findDraft(userId, id);
  const thumbnail = await readThumbnail(id);
  const stored = toStoredDesign(thumbnail);
  return { id, thumbnail, draft, stored, design: draft?.design ?? stored.design };
}

type Designed = Awaited<ReturnType<typeof readDesigned>>;

/** The versions that get the layout of another version. */
export interface LayoutPlan {
  unfinished: readonly string[];
  /** They have words of the creator, so the creator is asked first. */
  finished: readonly string[];
  /** Resolves when the server has the designs, or when it can be said that it does not have them yet. */
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
    others.flatMap(({ id, design }) => (isFinished(design) === finished ? [id] : []));
  return {
    unfinished: list(false),
    finished: list(true),
    apply: async (chosen) => {
      const designed = others.filter(({ id }) => chosen.includes(id));
      await Promise.all(designed.map((other) => save(userId, other, layout)));
    },
  };
}

/** Replaces the layers. The image, its crop and its adjustments stay. */
function save(userId: string, { thumbnail, draft, stored, design }: Designed, layout: readonly Layer[]) {
  const key = draft?.entry.key ?? designKey(thumbnail.id);
  if (!draft) outbox.open(key, stored);
  putDesign(userId, thumbnail, { ...design, layers: withWords(layout, design) }, key);
  return outbox.send(key);
}
