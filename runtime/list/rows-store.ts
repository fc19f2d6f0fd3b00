/** The records of a list as one form (`list.grid`): loaded by the list's own query, stored by one call, refusals at their rows. */
import { encodeRecord } from '../../schemas/language/kinds/record-codec';
import { LINE_STEP, withoutBlankRows } from '../../schemas/language/record/rows';
import { MAY_DELETE, MAY_EDIT, RECORDS } from '../../schemas/language/record/rows-object';
import type { ResolvedField } from '../../schemas/language/resolved';
import type { Json, Problem, Rec, Row } from '../../schemas/language/value';
import { HttpError } from '../data/http';
import { recordClient } from '../data/record-client';
import type { ListBody, ListPageData, Refusal, SaveBody, WireRecord, WireRow } from '../data/types';
import { rowCalls } from '../form/form-calls';
import type { FormModel } from '../form/form-model';
import type { FormSource } from '../form/load';
import type { FormStore } from '../form/use-form';
import { rowsChange } from '../form/wire';
import type { Page } from '../page/types';

/** names the form as a whole; no record has it */
const WHOLE = '00000000-0000-7000-8000-000000000000';

/** `read` is the query of the list, shared with what stands around the rows. */
export function rowsStore(page: Page, read: (body: ListBody) => Promise<ListPageData>): FormStore {
  const load = async (body: ListBody): Promise<WireRecord> => whole((await read(body)).records);
  let body: ListBody | undefined;
  return {
    calls: rowCalls(page.object),
    place: draftPlace,
    load: async (source) => {
      body = source.with as unknown as ListBody;
      return { wire: await load(body), fresh: false };
    },
    reload: () => load(body ?? { current: 1, size: 0 }),
    save: async (model, { token, schema, accept }) => {
      const { sent, deleted } = changesOf(page, model);
      const records = sent.map((sent) => sent.wire);
      try {
        const answer = await recordClient.saveAll(
          page.code,
          {
            records,
            deleted,
            token,
            ...(schema === undefined ? {} : { schema: page.object.hash }),
            ...accepted(accept),
          },
          { quiet: true },
        );
        const stored = new Map(answer.records.map(({ id, record }) => [id, record]));
        return {
          id: draftPlace({ with: body as unknown as Json }),
          record: whole(wireOf(page, rowsOf(model)).map((row) => stored.get(row.id) ?? row)),
        };
      } catch (cause) {
        throw atRow(page, model, cause, (index) => sent[index]?.id);
      }
    },
  };
}

/** Drafts of the rows a query shows. What was searched for is no name to be read on the device: only its trace is kept. */
const draftPlace = ({ with: body }: Pick<FormSource, 'with'>): string => `rows-${traceOf(JSON.stringify(body ?? {}))}`;
/** FNV-1a over 32 bits, twice with different starts. */
function traceOf(text: string): string {
  const run = (start: number): string => {
    let hash = start;
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    return (hash >>> 0).toString(36);
  };
  return run(0x811c9dc5) + run(0x9747b28c);
}
const accepted = (accept: SaveBody['accept']): { accept?: readonly string[] } =>
  accept === undefined ? {} : { accept };

/** The rows as the record of the form, with what may be done to each. */
function whole(rows: readonly (WireRow | WireRecord)[]): WireRecord {
  const records = rows.map((row, at) => {
    const actions = row._actions as readonly string[] | undefined;
    const may = (...codes: readonly string[]): boolean =>
      actions === undefined || codes.some((code) => actions.includes(code));
    return { ...row, lineNo: (at + 1) * LINE_STEP, [MAY_EDIT]: may('edit', 'save'), [MAY_DELETE]: may('del') };
  });
  // what somebody else stores is another state of the whole: a draft begun before is laid over the rows as they were then
  const version = rows.reduce((sum, row) => sum + Number(row.version ?? 0), 1);
  return { id: WHOLE, version, [RECORDS]: records, _actions: ['save'] } as unknown as WireRecord;
}

interface Sent {
  readonly id: string;
  readonly wire: Json;
}
const NOT_SENT: ReadonlySet<string> = new Set(['lineNo', MAY_EDIT, MAY_DELETE]);

function changesOf(page: Page, model: FormModel): { sent: Sent[]; deleted: { id: string; version: number }[] } {
  const field = model.object.fields[RECORDS] as ResolvedField;
  const before = (model.stored?.[RECORDS] as readonly Row[] | undefined) ?? [];
  const known = new Map(before.map((row) => [row.id, row]));
  const change = rowsChange(field, rowsOf(model), before);
  const sent = (change?.set ?? []).flatMap((row): Sent[] => {
    const values = Object.fromEntries(Object.entries(row).filter(([code]) => !NOT_SENT.has(code)));
    const old = known.get(row.id);
    if (old !== undefined && Object.keys(values).length < 2) return [];
    const wire = encodeRecord(page.object, values as Rec);
    return [
      { id: row.id, wire: { ...wire, id: row.id, ...(old === undefined ? {} : { version: versionOf(old) }) } as Json },
    ];
  });
  const deleted = (change?.del ?? []).map((id) => ({ id, version: versionOf(known.get(id)) }));
  return { sent, deleted };
}
const versionOf = (row: Row | undefined): number => Number(row?.version ?? 0);
const rowsOf = (model: FormModel): readonly Row[] =>
  (withoutBlankRows(model.model, model.doc, model.stored)[RECORDS] as readonly Row[] | undefined) ?? [];

/** Rows of the form as the list sends them. */
const wireOf = (page: Page, rows: readonly Row[]): readonly WireRow[] =>
  rows.map((row) => {
    const may = [...(row[MAY_EDIT] === true ? ['edit', 'save'] : []), ...(row[MAY_DELETE] === true ? ['del'] : [])];
    const wire = encodeRecord(page.object, row as unknown as Rec);
    return { ...wire, id: row.id, version: versionOf(row), _actions: may } as unknown as WireRow;
  });

/** A refusal of one record speaks about its row; what somebody else stored stands among the rows as they were. */
function atRow(page: Page, model: FormModel, cause: unknown, idOf: (index: number) => string | undefined): unknown {
  if (!(cause instanceof HttpError) || cause.code !== 203) return cause;
  const data = (cause.data ?? {}) as Refusal & { readonly index?: number };
  const id = data.rows?.[0]?.id || (data.index === undefined ? undefined : idOf(data.index));
  if (id === undefined) return cause;
  const placed = (list: readonly Problem[] | undefined): readonly Problem[] | undefined =>
    list?.map((problem) => (problem.path === '' ? problem : { ...problem, path: `${RECORDS}[${id}].${problem.path}` }));
  const { current, problems, warnings, rows: _rows, ...rest } = data;
  const stored = (model.stored?.[RECORDS] as readonly Row[] | undefined) ?? [];
  return new HttpError(
    cause.code,
    cause.msg,
    {
      ...rest,
      ...(problems === undefined ? {} : { problems: placed(problems) }),
      ...(warnings === undefined ? {} : { warnings: placed(warnings) }),
      ...(current === undefined || current === null
        ? {}
        : { current: whole(wireOf(page, stored).map((row) => (row.id === id ? current : row))) }),
    },
    cause.requestId,
  );
}
