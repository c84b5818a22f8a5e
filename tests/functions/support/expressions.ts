import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb';

export type Row = Record<string, unknown>;
type Check = (row: Row | undefined, values: Row) => boolean;

/** Every condition that the code under test asks for; another one has to be added here. */
const CONDITIONS: Record<string, Check> = {
  'attribute_exists(id)': (row) => row !== undefined,
  'attribute_exists(id) AND attribute_not_exists(closedAt)': (row) =>
    row !== undefined && row['closedAt'] === undefined,
  'attribute_not_exists(id)': (row) => row === undefined,
  'attribute_not_exists(entryId)': (row) => row === undefined,
  'attribute_not_exists(generationId)': (row) => row === undefined,
  'attribute_not_exists(requests) OR requests < :limit': (row, values) =>
    row === undefined || Number(row['requests']) < Number(values[':limit']),
  'attribute_exists(receiptUrl)': (row) => row?.['receiptUrl'] !== undefined,
  'credits >= :needed': (row, values) => Number(row?.['credits']) >= Number(values[':needed']),
  'credits >= :needed AND attribute_not_exists(closedAt)': (row, values) =>
    Number(row?.['credits']) >= Number(values[':needed']) && row?.['closedAt'] === undefined,
  'attribute_not_exists(revision) OR revision <= :revision': (row, values) =>
    row?.['revision'] === undefined || Number(row['revision']) <= Number(values[':revision']),
  '#status = :pending': (row, values) => row?.['status'] === values[':pending'],
  'pendingShard = :shard AND startedAt < :before': (row, values) =>
    row?.['pendingShard'] === values[':shard'] && String(row?.['startedAt']) < String(values[':before']),
  'userId = :userId': (row, values) => row?.['userId'] === values[':userId'],
  'closing = :closing AND closedAt < :before': (row, values) =>
    row?.['closing'] === values[':closing'] && String(row?.['closedAt']) < String(values[':before']),
};

/** Whether a row, or its absence, meets a condition. */
export function holds(condition: string | undefined, row: Row | undefined, values: Row): boolean {
  if (condition === undefined) return true;
  const check = CONDITIONS[condition];
  if (check === undefined) throw new Error(`Condition not known here: ${condition}`);
  return check(row, values);
}

/** Carries out `SET a = :a, b = if_not_exists(b, :b), …`, `ADD a :a` and `REMOVE a, b`. */
export function changed(row: Row, { UpdateExpression = '', ...input }: Partial<UpdateCommandInput>): Row {
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} } = input;
  const changes: Row = {};
  for (const clause of UpdateExpression.split(/ (?=(?:SET|ADD|REMOVE) )/)) {
    const [, verb, rest = ''] = /^(SET|ADD|REMOVE) (.*)$/.exec(clause) ?? [];
    for (const part of rest.split(/, (?!:)/)) {
      const [, name = '', kept, value = ''] =
        /^(#?\w+)(?: =)?(?: (if_not_exists\(\w+, )?(:\w+)\)?)?$/.exec(part) ?? [];
      const field = names[name] ?? name;
      if (verb !== 'REMOVE' && !(value in values)) throw new Error(`Update not known here: ${part}`);
      if (kept === undefined || !(field in row)) changes[field] = written(verb, row[field], values[value]);
    }
  }
  // What is not there is not an attribute without a value.
  return Object.fromEntries(
    Object.entries({ ...row, ...changes }).filter(([, value]) => value !== undefined),
  );
}

function written(verb: string | undefined, before: unknown, value: unknown): unknown {
  switch (verb) {
    case 'SET':
      return value;
    case 'ADD':
      return Number(before ?? 0) + Number(value);
    case 'REMOVE':
      return undefined;
    default:
      throw new Error('Update without a verb that is known here.');
  }
}
