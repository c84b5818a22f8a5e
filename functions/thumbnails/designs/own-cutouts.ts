import type { Layer } from '#contract/design/design.ts';
import type { Refusals, Writes } from '../../platform/dynamodb-writes.ts';
import { InvalidRequestError } from '../../platform/errors.ts';
import { allOf, anyOf, buildCondition, equals } from '../../platform/expressions.ts';
import { atKey } from '../../platform/tables.ts';
import { THUMBNAILS } from '../table/thumbnails-table.ts';

/** Lists the cut-outs that layers show, each cut-out once. */
export function listCutoutIds(layers: readonly Layer[]): string[] {
  return [...new Set(layers.flatMap((layer) => (layer.kind === 'cutout' ? [layer.cutoutId] : [])))];
}

/**
 * Creates the checks for a transaction, by the id of each cut-out: each cut-out must belong to the user. A deleted cut-out passes the
 * check, because its layer stays and the page shows it as missing.
 */
export function checkCutouts(userId: string, ids: readonly string[]): Writes {
  const exists = anyOf(equals('status', 'succeeded'), equals('status', 'deleted'));
  const isCutout = buildCondition(allOf(equals('kind', 'cutout'), exists));
  return Object.fromEntries(
    ids.map((id) => [
      id,
      { ConditionCheck: { ...atKey(THUMBNAILS, { userId, generationId: id }), ...isCutout } },
    ]),
  );
}

/** Creates the error for the cut-outs that a transaction refused. */
export function createCutoutError({ names }: Pick<Refusals<string>, 'names'>): InvalidRequestError {
  return new InvalidRequestError(`layer.cutoutId must be one of your cut-outs, not ${names.join(', ')}`, {
    params: { field: 'layer.cutoutId' },
  });
}
