/** What of a record may be printed: the user's fields, masked where he only gets a mask, and nothing that is read on the way around it. */
import type { Bound } from '../../schemas/language/expr/check';
import { walk } from '../../schemas/language/expr/typed';
import type { BoundBand, BoundItem, BoundPrint } from '../../schemas/language/print/bound';
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import type { Rec, Row, Value } from '../../schemas/language/value';
import { accessOf, masked } from '../records/grants';
import type { EngineCtx } from '../records/host';

/** The record without fields that are not the user's. */
export function openRecord(ctx: EngineCtx, object: ResolvedObject, rec: Rec): Rec {
  const open = (field: ResolvedField | undefined, value: Value): Value | undefined => {
    if (!field) return value;
    if (field.secret !== undefined) return undefined;
    const access = accessOf(object, field, ctx.session.rights);
    if (access === 'value') return value;
    return access === 'mask' && field.mask !== undefined ? masked(field.mask, value) : undefined;
  };
  const out: Rec = {};
  for (const [code, value] of Object.entries(rec)) {
    const sub = object.fields[code]?.sub;
    if (!sub) {
      const given = open(object.fields[code], value as Value);
      if (given !== undefined) out[code] = given;
      continue;
    }
    out[code] = ((value ?? []) as readonly Row[]).map((row) => {
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

/** The layout without texts that read fields of other objects which are not the user's. */
export function openPrint(ctx: EngineCtx, print: BoundPrint): BoundPrint {
  const isClosed = (bound: Bound): boolean => {
    let closed = false;
    walk(bound, (node) => {
      if (node.k !== 'hop') return;
      const target = ctx.registry.find(node.object);
      const field = target?.fields[node.field.code];
      if (!target || !field) return;
      if (field.secret !== undefined || accessOf(target, field, ctx.session.rights) !== 'value') closed = true;
    });
    return closed;
  };
  const item = (one: BoundItem): BoundItem => {
    const parts = one.text?.parts ?? [];
    if (!parts.some((part) => 'bound' in part && isClosed(part.bound))) return one;
    const { text: _, ...rest } = one;
    return rest;
  };
  const band = (one: BoundBand): BoundBand => ({ ...one, items: one.items.map(item) });
  const { bands } = print;
  return {
    ...print,
    bands: {
      pageHeader: band(bands.pageHeader),
      docHeader: band(bands.docHeader),
      summary: band(bands.summary),
      pageFooter: band(bands.pageFooter),
      background: band(bands.background),
    },
    details: print.details.map((one) => ({
      ...one,
      header: band(one.header),
      row: band(one.row),
      footer: band(one.footer),
    })),
  };
}
