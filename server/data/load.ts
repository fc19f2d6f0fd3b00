/**
 * Loads data documents (language §2.15) through the normal pipeline: references are business keys, `$as` the login name that writes,
 * `$do` [[action, answers, login name?, moment?]] actions after the insert (`flowTask.agree`: on what waits for that login because of the
 * record; `adjust.delReport`: an action of a view; `$row` in the answers: of that line), `$at` the moment it is written, `$src` of a row `<number>/<line>` the row it was pushed from.
 * `$fixed` fields whose dates stay when the story moves. `$call` of a story: a step that is no record. `$left` what an older version
 * left in it, written past the rules.
 * A row whose business key exists is left alone, so that loading twice writes nothing; with `$again` what it says is saved into the
 * record (heads of departments, who come after them).
 */

import { repeated } from '../../schemas/language/data/repeat';
import { movedTo } from '../../schemas/language/data/shift';
import type { DataDoc } from '../../schemas/language/document';
import { quote } from '../../schemas/language/expr/print';
import { numberedIn } from '../../schemas/language/kinds/index';
import type { ResolvedAction, ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import type { Json, Rec, Row, Value } from '../../schemas/language/value';
import { REVISION, versionKey } from '../../schemas/language/versions';
import type { Ctx } from '../ctx';

export interface DataHost {
  readonly objects: readonly ResolvedObject[];
  /** one transaction in the name of a user of the organisation, undefined = the system; `at`: its moment, else now */
  readonly as: <T>(loginName: string | undefined, run: (ctx: Ctx) => Promise<T>, at?: string) => Promise<T>;
  /** an action of one row of a record, as people do it */
  readonly actOn: (ctx: Ctx, object: string, action: string, target: RowTarget) => Promise<void>;
  /** an action that a record has on the page of a view */
  readonly actIn: (ctx: Ctx, view: ViewAction, id: string, ask: Rec) => Promise<void>;
  /** what is done in a story besides saves and actions, by name (`$call`) */
  readonly calls?: Readonly<Record<string, StoryCall>>;
  /** a part of a document was written: its demo rows or its story */
  readonly done?: (part: string, written: number, ms: number) => void;
}
/** A step that is neither a save nor an action: a plan is made, confirmed. */
export type StoryCall = (ctx: Ctx, given: Data) => Promise<void>;
/** A record, one of its rows, and what the action asks of it. */
export interface RowTarget {
  readonly id: string;
  readonly version: number;
  readonly rows: readonly { readonly id: string; readonly ask: Rec }[];
}
export interface ViewAction {
  readonly object: string;
  readonly view: string;
  readonly action: string;
}
type Data = Readonly<Record<string, Json>>;
/** One record being written, and the references of it that were looked up. */
interface Writing {
  readonly host: DataHost;
  readonly ctx: Ctx;
  /** of business keys that were found, for the whole load */
  readonly ids: Map<string, string>;
}

/**
 * Loads one part of the documents in order, what the people of a document did (`story`) after its demo rows; answers how many records
 * and steps were written. `now`: the moment of loading, factory time.
 */
export const loadData = async (
  host: DataHost,
  docs: readonly DataDoc[],
  part: 'seed' | 'demo',
  now: string,
): Promise<number> => {
  const moved = (row: Json): Data => (part === 'demo' ? movedTo(row, now) : row) as Data;
  const ids: Writing['ids'] = new Map();
  let written = 0;
  const timed = async (name: string, work: () => Promise<number>): Promise<void> => {
    const began = performance.now();
    const many = await work();
    written += many;
    if (many > 0) host.done?.(name, many, Math.round(performance.now() - began));
  };
  for (const doc of docs) {
    await timed(`${part} rows of ${doc.area}`, () => loadPart(host, doc[part], moved, ids));
    if (part === 'demo') await timed(`story of ${doc.area}`, () => tellStory(host, doc, moved, ids));
  }
  return written;
};

const loadPart = async (
  host: DataHost,
  part: DataDoc['demo'] = {},
  moved: (row: Json) => Data,
  ids: Writing['ids'],
): Promise<number> => {
  let written = 0;
  for (const [code, rows] of Object.entries(part))
    for (const row of repeated(rows)) if (await loadRow(host, objectOf(host, code), moved(row), ids)) written++;
  return written;
};

/**
 * Steps over documents of several objects: `$in` the object of a step, `$find` what tells the record it means where others made it. A
 * story whose first document is there was told before.
 */
const tellStory = async (
  host: DataHost,
  { area, story = [] }: DataDoc,
  moved: (row: Json) => Data,
  ids: Writing['ids'],
): Promise<number> => {
  for (const [n, step] of repeated(story).entries()) {
    const data = moved(step);
    if (data.$call !== undefined) {
      await called(host, data).catch((error: Error) => {
        throw new Error(`story of ${area}, step ${n + 1} (${data.$call}): ${error.message}`, { cause: error });
      });
      continue;
    }
    const object = objectOf(host, String(data.$in));
    const take = data.$find === undefined ? loadRow : goOn;
    const isNew = await take(host, object, data, ids).catch((error: Error) => {
      const at = `story of ${area}, step ${n + 1} (${object.object} ${data.nbr ?? JSON.stringify(data.$find)})`;
      throw new Error(`${at}: ${error.message}`, { cause: error });
    });
    if (!isNew && n === 0) return 0;
  }
  return story.length;
};

const called = async (host: DataHost, data: Data): Promise<void> => {
  const call = host.calls?.[String(data.$call)];
  if (!call) throw new Error(`no call ${data.$call}`);
  await host.as(loginOf(data), (ctx) => call(ctx, data), momentOf(data));
};

const loadRow = async (host: DataHost, object: ResolvedObject, data: Data, ids: Writing['ids']): Promise<boolean> => {
  const key = keyOf(object);
  const login = loginOf(data);
  const id = await host.as(
    login,
    async (ctx) => {
      const system = ctx.asSystem();
      const writing: Writing = { host, ctx: system, ids };
      const known =
        key !== undefined && data[key] !== undefined
          ? object.fields[key]?.ref === undefined
            ? await idOf(system, object, data[key] as string, data)
            : await relationOf(writing, object, data)
          : undefined;
      const again = data.$again === true;
      if (known !== undefined && !again) return undefined;
      const rec = await toRecord(writing, object, data);
      if (known !== undefined) {
        const stored = await system.records.get(object.object, known);
        await ctx.records.save(object.object, { ...rec, id: known, version: stored?.version ?? 1 });
        return undefined;
      }
      // what only the product makes: virtual warehouses
      const writer = data.$system === true ? system : ctx;
      const made = (await writer.records.save(object.object, rec)).id as string;
      if (data.$left !== undefined)
        await system.records.patch(object.object, made, { head: await toRecord(writing, object, data.$left as Data) });
      return made;
    },
    momentOf(data),
  );
  if (id === undefined) return false;
  await doSteps(host, object, id, data, ids);
  return true;
};

/** A record that others made: what is said of it is saved into it, then what is done with it. */
const goOn = async (host: DataHost, object: ResolvedObject, data: Data, ids: Writing['ids']): Promise<boolean> => {
  const id = await host.as(
    loginOf(data),
    async (ctx) => {
      const writing: Writing = { host, ctx: ctx.asSystem(), ids };
      const id = await foundBy(writing, object, data.$find as Data);
      const rec = await toRecord(writing, object, data);
      if (Object.keys(rec).length > 0) {
        const stored = await writing.ctx.records.get(object.object, id);
        await ctx.records.save(object.object, { ...rec, id, version: stored?.version ?? 1 });
      }
      return id;
    },
    momentOf(data),
  );
  await doSteps(host, object, id, data, ids);
  return true;
};

/** The first record whose fields are as told. */
const foundBy = async (writing: Writing, object: ResolvedObject, find: Data): Promise<string> => {
  const param: Record<string, Value> = {};
  for (const [code, value] of Object.entries(find)) {
    const field = object.fields[code];
    if (!field) throw new Error(`${object.object}: no field ${code}`);
    param[code] = await toValue(writing, object, field, value);
  }
  const where = Object.entries(param).map(([code, value]) =>
    // a code of a dictionary is compared as what it is, not as a text
    object.fields[code]?.dict === undefined ? `${code} == param.${code}` : `${code} == ${quote(String(value))}`,
  );
  const [found] = await writing.ctx.records.find(object.object, where.join(' && '), { param, sort: 'id', limit: 1 });
  if (!found) throw new Error(`${object.object}: nothing is ${JSON.stringify(find)}`);
  return found.id as string;
};

const loginOf = ({ $as }: Data): string | undefined => (typeof $as === 'string' ? $as : undefined);
const momentOf = ({ $at }: Data): string | undefined => (typeof $at === 'string' ? $at : undefined);

type Step = readonly [action: string, ask?: Data, login?: string, at?: string];
const doSteps = async (
  host: DataHost,
  object: ResolvedObject,
  id: string,
  data: Data,
  ids: Writing['ids'],
): Promise<void> => {
  for (const [action, ask = {}, who = loginOf(data), at = momentOf(data)] of (data.$do ?? []) as readonly Step[])
    await host.as(
      who,
      async (ctx) => {
        const [code, own] = action.split('.') as [string, string?];
        const writing: Writing = { host, ctx: ctx.asSystem(), ids };
        const view = own === undefined ? undefined : object.views[code];
        if (view !== undefined && own !== undefined) {
          const asked = await toAsk(writing, object, view.actions[own], ask);
          await host.actIn(ctx, { object: object.object, view: code, action: own }, id, asked);
          return;
        }
        if (own !== undefined) {
          await ctx.records.act(code, own, await waiting(ctx, code, id), ask as Rec);
          return;
        }
        const asked = await toAsk(writing, object, object.actions[action], ask);
        if (ask.$row === undefined) await ctx.records.act(object.object, action, id, asked);
        else await host.actOn(ctx, object.object, action, await rowTarget(ctx, object, action, { id, ask, asked }));
      },
      at,
    );
};

/** Answers of an action: references by business key, as in a record. */
const toAsk = async (
  writing: Writing,
  object: ResolvedObject,
  action: ResolvedAction | undefined,
  ask: Data,
): Promise<Rec> => toRecord(writing, { ...object, fields: action?.ask ?? {} }, ask);

const rowTarget = async (
  ctx: Ctx,
  object: ResolvedObject,
  action: string,
  { id, ask, asked }: { readonly id: string; readonly ask: Data; readonly asked: Rec },
): Promise<RowTarget> => {
  const stored: Rec | null = await ctx.asSystem().records.get(object.object, id);
  const rows = (stored?.[object.actions[action]?.in ?? ''] ?? []) as readonly Row[];
  const row = rows.find(({ lineNo }) => lineNo === ask.$row);
  if (!row) throw new Error(`${object.object}.${action}: no row ${ask.$row}`);
  return { id, version: Number(stored?.version), rows: [{ id: row.id, ask: asked }] };
};

/** What waits for the one who writes because of a record. */
const waiting = async (ctx: Ctx, object: string, docId: string): Promise<string> => {
  const [found] = await ctx.records.find(object, 'docId == param.docId && assignee == me.id && docStatus == 10', {
    param: { docId },
    limit: 1,
  });
  if (!found) throw new Error(`${object}: nothing waits for ${ctx.session.me.name}`);
  return found.id as string;
};

/** The id behind a business key; rows of a kind (supportInfor) are told apart by the fields of the unique entry that are given. */
const idOf = async (ctx: Ctx, object: ResolvedObject, value: string, data?: Data): Promise<string | undefined> => {
  const key = keyOf(object)!;
  // a code of a dictionary is compared as what it is, not as a text
  const same = object.fields[key]?.dict === undefined ? 'param.key' : quote(value);
  const found = await ctx.records.find(object.object, `${key} == ${same}`, { param: { key: value }, limit: 20 });
  // versions share their code
  const revision = data?.[REVISION];
  if (revision !== undefined && versionKey(object))
    return found.find((record) => record[REVISION] === revision)?.id as string | undefined;
  if (found.length <= 1 || data === undefined) return found[0]?.id as string | undefined;
  const kind = data.kind;
  if (typeof kind !== 'string' || object.fields.kind?.ref === undefined) return found[0]?.id as string;
  const kindId = await idOf(
    ctx,
    ctx.records.object(object.fields.kind.ref === 'self' ? object.object : object.fields.kind.ref),
    kind,
  );
  return found.find((record) => record.kind === kindId)?.id as string | undefined;
};

const COMPARED: ReadonlySet<string> = new Set(['date', 'datetime', 'int']);
/** The id of a relation that is named by what it joins (主料, 替代料): all references of its label, its day or moment. */
const relationOf = async (writing: Writing, object: ResolvedObject, data: Data): Promise<string | undefined> => {
  const { ctx } = writing;
  const fields = object.label
    .flatMap((code) => object.fields[code] ?? [])
    .filter(({ code, ref, type }) => ref !== undefined || (COMPARED.has(type) && data[code] !== undefined));
  const param: Record<string, Value> = {};
  for (const field of fields) param[field.code] = await toValue(writing, object, field, data[field.code] ?? null);
  const where = fields.map(({ code }) => `${code} == param.${code}`).join(' && ');
  const [found] = await ctx.records.find(object.object, where, { param, limit: 1 });
  return found?.id as string | undefined;
};

/** People read names, files name codes: the automatic code is the business key where there is one, else the first label field. */
const keyOf = (object: ResolvedObject): string | undefined => numberedIn(object.fields)?.code ?? object.label[0];

const toRecord = async (writing: Writing, object: ResolvedObject, data: Data): Promise<Rec> => {
  const rec: Rec = {};
  for (const [code, value] of Object.entries(data)) {
    if (code.startsWith('$')) continue;
    const field = object.fields[code];
    if (!field) throw new Error(`${object.object}: no field ${code}`);
    if (field.sub) {
      const rows: Row[] = [];
      for (const [index, item] of (value as readonly Data[]).entries())
        rows.push(await toRow(writing, object, field, item, index));
      rec[code] = rows;
    } else rec[code] = await toValue(writing, object, field, value);
  }
  return rec;
};

const toRow = async (
  writing: Writing,
  object: ResolvedObject,
  field: ResolvedField,
  data: Data,
  index: number,
): Promise<Row> => {
  const row: Row = { id: writing.ctx.newId(), lineNo: (index + 1) * 10 };
  for (const [code, value] of Object.entries(data)) {
    if (code === '$src') {
      row.srcRowId = await sourceRow(writing, object, String(value));
      continue;
    }
    const column = field.sub!.fields[code];
    if (!column) throw new Error(`${object.object}.${field.code}: no field ${code}`);
    row[code] = await toValue(writing, object, column, value);
  }
  return row;
};

const toValue = async (
  { ctx, ids }: Writing,
  object: ResolvedObject,
  field: ResolvedField,
  value: Json,
): Promise<Value> => {
  if (field.ref === undefined || value === null) return value as Value;
  const target = ctx.records.object(field.ref === 'self' ? object.object : field.ref);
  const one = async (key: string): Promise<string> => {
    const id = ids.get(`${target.object}:${key}`) ?? (await idOf(ctx, target, key));
    if (id === undefined) throw new Error(`${object.object}.${field.path}: ${target.title} ${key} does not exist`);
    ids.set(`${target.object}:${key}`, id);
    return id;
  };
  if (!Array.isArray(value)) return one(String(value));
  return Promise.all(value.map((key) => one(String(key))));
};

/** `<number>/<line>` looked up in the documents that push into this object, among the rows they push. */
const sourceRow = async ({ host, ctx }: Writing, object: ResolvedObject, address: string): Promise<string> => {
  const [nbr = '', line = ''] = address.split('/');
  for (const { code, rows } of sourcesOf(host, object.object)) {
    const [head] = await ctx.records.find(code, 'nbr == param.nbr', { param: { nbr }, limit: 1 });
    if (!head) continue;
    const source: Rec | null = await ctx.records.get(code, head.id as string);
    const pushed = (source?.[rows] ?? []) as readonly Row[];
    const row = pushed.find(({ lineNo }) => lineNo === Number(line));
    if (row) return row.id;
  }
  throw new Error(`${object.object}: no source row ${address}`);
};

const sourcesOf = (host: DataHost, object: string): readonly { readonly code: string; readonly rows: string }[] =>
  host.objects.flatMap(({ object: code, actions }) =>
    Object.values(actions).flatMap(({ push }) =>
      push?.to === object && push.rows !== undefined ? [{ code, rows: push.rows }] : [],
    ),
  );

const objectOf = (host: DataHost, code: string): ResolvedObject => {
  const object = host.objects.find((object) => object.object === code);
  if (!object) throw new Error(`no object ${code}`);
  return object;
};
