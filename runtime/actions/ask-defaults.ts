/** What the answers of an action start with: their defaults over the record. */
import { wireKey } from '../../schemas/language/kinds/record-codec';
import type { ResolvedAction } from '../../schemas/language/resolved';
import type { Json, Rec } from '../../schemas/language/value';
import { recordClient } from '../data/record-client';
import type { WireRow } from '../data/types';
import type { Page } from '../page/types';
import { actionScope } from './action-scope';

/** Rows a default reads do not stand in a list: the record is read first. */
export async function wholeDefaults(
  page: Page,
  action: ResolvedAction,
  record: WireRow | undefined,
): Promise<Record<string, Json>> {
  const isWhole = record === undefined || readRows(page, action).every((code) => Array.isArray(record[code]));
  return askDefaults(page, action, isWhole ? record : await readOne(page, record));
}
const readOne = async (page: Page, { id }: WireRow): Promise<WireRow> => ({
  ...(await recordClient.getOne(page.code, { id }, { quiet: true })),
  id,
});

export function askDefaults(
  page: Page,
  action: ResolvedAction,
  record: WireRow | undefined,
  row?: string,
): Record<string, Json> {
  const scope = actionScope(page, action, record, row);
  const answers: Record<string, Json> = {};
  const ask: Rec = {};
  for (const field of Object.values(action.ask ?? {})) {
    if (field.default === undefined) continue;
    ask[field.code] = scope.value(field.default, ask);
    answers[wireKey(field)] = ask[field.code] as Json;
  }
  return answers;
}

/** Sub-tables the defaults name. */
function readRows({ object }: Page, action: ResolvedAction): readonly string[] {
  const words = Object.values(action.ask ?? {}).flatMap(({ default: value }) =>
    typeof value === 'string' && value.startsWith('=') ? (value.match(/[A-Za-z]\w*/g) ?? []) : [],
  );
  return [...new Set(words)].filter((word) => object.fields[word]?.sub !== undefined);
}
