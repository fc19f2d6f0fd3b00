/** Stored records as workbooks inside one zip, written while they are read; a list of the files with their hashes stands beside them. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import type { FileValue, Rec, Value } from '../../schemas/language/value';
import { type Cell, sheetName } from '../excel/book';
import { openBook } from '../excel/write';
import { zipOut } from '../excel/zip-out';
import { type Maker, takeMade } from '../files/made';
import type { EngineCtx } from '../records/host';
import { loadRecords } from '../records/store/source';
import { type Span, storedBatches } from '../records/store/stored-batches';
import { textsOf } from './texts';

/** what is no business data of the organisation: sessions, and the trail, which stands in its own log */
const NEVER = new Set(['authSession', 'operLog', 'dataArchive']);
const NOT_DATA = new Set(['none', 'rows']);

/** Objects with rows of their own; of a month those that carry its days. */
export const dumpedObjects = (ctx: EngineCtx, byDay: boolean): readonly ResolvedObject[] =>
  [...ctx.registry.objects.values()].filter(
    ({ object, storage, area, fields, settings }) =>
      settings === undefined &&
      (storage === 'table' || storage === 'migration') &&
      area !== 'demo' &&
      !NEVER.has(object) &&
      (!byDay || fields.bizDate !== undefined),
  );

export interface Dump {
  readonly name: string;
  readonly by: Maker;
  readonly span?: Span;
  /** heads written so far */
  readonly onRows: (done: number) => Promise<void>;
}
interface Entry {
  readonly file: string;
  readonly object: string;
  readonly title: string;
  readonly rows: number;
  readonly sha256: string;
}

export async function makeZip(
  ctx: EngineCtx,
  { name, by, span, onRows }: Dump,
): Promise<{ readonly file: FileValue; readonly rows: number; readonly sha256: string }> {
  const id = ctx.newId();
  const temp = await ctx.host.files.temp(id);
  try {
    const out = createWriteStream(temp, { mode: 0o600, flags: 'wx' });
    const whole = createHash('sha256');
    const zip = zipOut((chunk) => {
      whole.update(chunk);
      out.write(chunk);
    });
    const entries: Entry[] = [];
    let rows = 0;
    for (const object of dumpedObjects(ctx, span !== undefined)) {
      const file = `${object.area}/${object.object}.xlsx`;
      const hash = createHash('sha256');
      let count = 0;
      let isOpen = false;
      const book = writeBook(ctx, object, span, async (n) => {
        count += n;
        await onRows(rows + count);
      });
      for await (const chunk of book) {
        if (!isOpen) zip.open(file);
        isOpen = true;
        hash.update(chunk);
        await zip.write(chunk);
        if (out.writableNeedDrain) await once(out, 'drain');
      }
      if (!isOpen) continue;
      await zip.close();
      rows += count;
      entries.push({ file, object: object.object, title: object.title, rows: count, sha256: hash.digest('hex') });
    }
    zip.open('manifest.json');
    const facts = {
      organisation: ctx.org.code,
      name: ctx.org.name,
      madeAt: ctx.now,
      madeBy: by.name,
      ...span,
      files: entries,
    };
    await zip.write(`${JSON.stringify(facts, null, 2)}\n`);
    await zip.close();
    zip.end();
    out.end();
    await finished(out);
    return { file: await takeMade(ctx, { id, name, temp }, by), rows, sha256: whole.digest('hex') };
  } finally {
    await rm(temp, { force: true });
  }
}

/** The workbook of an object: its heads, and a sheet for each sub-table; nothing when it has no records. */
async function* writeBook(
  ctx: EngineCtx,
  object: ResolvedObject,
  span: Span | undefined,
  onRows: (n: number) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const batches = storedBatches(ctx, object, span);
  const first = await batches.next();
  if (first.done) return;
  const book = openBook();
  const head = dataFields(object.fields);
  const ids: string[] = [];
  const fill = async (): Promise<void> => {
    sheetOf(book, object.title, ['ID', ...head.map(({ title }) => title)]);
    await book.rows([titles(['ID', ...head.map(({ title }) => title)])]);
    const write = async (recs: readonly Rec[]): Promise<void> => {
      const texts = await textsOf(ctx, object, recs);
      await book.rows(
        recs.map((rec) => [String(rec.id), ...head.map((field) => texts.typed(field, rec[field.code] as Value))]),
      );
      ids.push(...recs.map((rec) => String(rec.id)));
      await onRows(recs.length);
    };
    await write(first.value);
    for await (const recs of batches) await write(recs);
    for (const sub of Object.values(object.fields).filter((field) => field.sub !== undefined && field.type === 'rows'))
      await fillRows(ctx, book, object, sub, ids);
    book.end();
  };
  const filling = fill().catch((error: Error) => book.fail(error));
  for await (const chunk of book.stream) yield chunk as Uint8Array;
  await filling;
}

const ROWS_OF = 200;
async function fillRows(
  ctx: EngineCtx,
  book: ReturnType<typeof openBook>,
  object: ResolvedObject,
  sub: ResolvedField,
  ids: readonly string[],
): Promise<void> {
  const fields = sub.sub?.fields ?? {};
  const columns = dataFields(fields);
  const names = [`${object.title}ID`, '行号', ...columns.map(({ title }) => title)];
  sheetOf(book, sub.title, names);
  await book.rows([titles(names)]);
  for (let from = 0; from < ids.length; from += ROWS_OF) {
    const recs = await loadRecords(ctx, object, ids.slice(from, from + ROWS_OF), { rows: [sub.code] });
    const rows = recs.flatMap((rec) =>
      ((rec[sub.code] as readonly Rec[] | undefined) ?? []).map((row) => ({ head: String(rec.id), row })),
    );
    const texts = await textsOf(
      ctx,
      object,
      rows.map(({ row }) => row),
      fields,
    );
    await book.rows(
      rows.map(({ head, row }) => [
        head,
        Number(row.lineNo ?? 0),
        ...columns.map((field) => texts.typed(field, row[field.code] as Value)),
      ]),
    );
  }
}

const sheetOf = (book: ReturnType<typeof openBook>, title: string, names: readonly string[]): void =>
  book.sheet({ name: sheetName(title), columns: names.map(() => ({ width: 18 })), frozen: 1 });
const titles = (names: readonly string[]): Cell[] => names.map((v) => ({ v, s: 'head' as const }));

/** What is stored and may leave: no secrets, no rows, nothing that is only shown. */
const dataFields = (fields: Readonly<Record<string, ResolvedField>>): readonly ResolvedField[] =>
  Object.values(fields).filter(
    (field) =>
      field.sub === undefined &&
      field.secret === undefined &&
      field.formulaAt !== 'live' &&
      field.code !== 'id' &&
      !NOT_DATA.has(field.type),
  );
