/**
 * What of a record may be printed: the user's fields, masked where he only gets a mask, and nothing that is read on the way around it. What
 * is left out by wish (`without`) is left out in the same way.
 */
import type { Bound } from '../../schemas/language/expr/check';
import { type EffStep, walk } from '../../schemas/language/expr/typed';
import type { BoundBand, BoundItem, BoundPrint } from '../../schemas/language/print/bound';
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import type { Rec, Row, Value } from '../../schemas/language/value';
import type { EngineCtx } from '../records/host';
import { accessOf, masked } from '../records/read/grants';
import { withoutColumns } from './columns';

/** Names of fields and of groups of fields that nobody wants on this paper. */
export type Without = readonly string[];
const NOTHING: Without = [];
const isLeftOut = ({ code, grant }: ResolvedField, without: Without): boolean =>
  without.includes(code) || (grant !== undefined && without.includes(grant));

/** The record without fields that are not the user's. */
export function openRecord(ctx: EngineCtx, object: ResolvedObject, rec: Rec, without = NOTHING): Rec {
  const open = (field: ResolvedField | undefined, value: Value): Value | undefined => {
    if (!field) return value;
    if (field.secret !== undefined || isLeftOut(field, without)) return undefined;
    const access = accessOf(object, field, ctx.session.rights);
    if (access === 'value') return value;
    return access === 'mask' && field.mask !== undefined ? masked(field.mask, value) : undefined;
  };
  const out: Rec = {};
  for (const [code, value] of Object.entries(rec)) {
    const given = open(object.fields[code], value as Value);
    if (given === undefined) continue;
    const sub = object.fields[code]?.sub;
    if (!sub) {
      out[code] = given;
      continue;
    }
    out[code] = ((given ?? []) as readonly Row[]).map((row) => {
      const kept: Row = { id: row.id };
      for (const [key, cell] of Object.entries(row)) {
        const given = open(sub.fields[key], cell as Value);
        if (given !== undefined) kept[key] = given;
      }
      return kept;
    });
  }
  return out;
}

/**
 * The layout without what reads fields of other records that are not the user's: such texts are blank, such conditions do not hold. Columns
 * of rows that only say what is closed are no columns.
 */
export function openPrint(ctx: EngineCtx, print: BoundPrint, without = NOTHING): BoundPrint {
  const isClosed = (bound: Bound): boolean => fieldsBeyond(bound).some((field) => !mayRead(ctx, field, without));
  const isShut = ({ text }: BoundItem): boolean =>
    text?.parts.some((part) => 'bound' in part && fieldsWithin(part.bound).some((at) => !mayRead(ctx, at, without))) ===
    true;
  const blank = (text: BoundPrint['across']): boolean =>
    text?.parts.some((part) => 'bound' in part && isClosed(part.bound)) === true;
  const items = ({ when, text, ...rest }: BoundItem): readonly BoundItem[] => {
    if (when !== undefined && isClosed(when)) return [];
    return [
      { ...rest, ...(when === undefined ? {} : { when }), ...(text === undefined || blank(text) ? {} : { text }) },
    ];
  };
  const band = (band: BoundBand): BoundBand => ({ ...band, items: band.items.flatMap(items) });
  const { bands, when, across, ...rest } = print;
  return {
    ...rest,
    ...(across === undefined || blank(across) ? {} : { across }),
    ...(when === undefined || isClosed(when) ? {} : { when }),
    bands: {
      pageHeader: band(bands.pageHeader),
      docHeader: band(bands.docHeader),
      summary: band(bands.summary),
      pageFooter: band(bands.pageFooter),
      background: band(bands.background),
    },
    details: print.details.map((detail) => {
      const open = withoutColumns(detail, isShut);
      return { ...open, header: band(open.header), row: band(open.row), footer: band(open.footer) };
    }),
  };
}

/** A field of an object, or of one of its sub-tables. */
interface FieldAt {
  readonly object: string;
  readonly sub?: string;
  readonly field: string;
}
/** What an expression reads of records other than its own: over references, inherited, of collections of others. */
function fieldsBeyond(bound: Bound): readonly FieldAt[] {
  const found: FieldAt[] = [];
  walk(bound, (node) => {
    if (node.k === 'hop') found.push({ object: node.object, field: node.field.code });
    if (node.k === 'eff')
      for (let up: EffStep | undefined = node.up; up !== undefined; up = up.next?.up)
        found.push({ object: up.object, field: up.field.code });
    if (node.k !== 'agg' || (node.source.s !== 'query' && node.source.s !== 'hop')) return;
    const { source } = node;
    if (source.s === 'hop') found.push({ object: source.row.object, field: source.sub });
    walk(node, (inner) => {
      if (inner.k !== 'get') return;
      const { object, sub } = inner.of;
      found.push({ object, field: inner.field.code, ...(sub === undefined ? {} : { sub }) });
    });
  });
  return found;
}
/** What an expression reads of the printed record and its rows. */
function fieldsWithin(bound: Bound): readonly FieldAt[] {
  const found: FieldAt[] = [];
  walk(bound, (node) => {
    if (node.k !== 'get') return;
    const { object, sub } = node.of;
    found.push({ object, field: node.field.code, ...(sub === undefined ? {} : { sub }) });
  });
  return found;
}
function mayRead(ctx: EngineCtx, { object, sub, field }: FieldAt, without: Without): boolean {
  const target = ctx.registry.find(object);
  if (!target) return true;
  const holder = sub === undefined ? undefined : target.fields[sub];
  const read = sub === undefined ? target.fields[field] : holder?.sub?.fields[field];
  return [holder, read].every(
    (field) =>
      field === undefined ||
      (field.secret === undefined &&
        !isLeftOut(field, without) &&
        accessOf(target, field, ctx.session.rights) === 'value'),
  );
}
