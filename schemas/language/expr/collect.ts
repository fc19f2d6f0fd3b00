/** Collection functions at evaluation: rows of sub-tables and references here, queries by the host. */
import { divNum, isBig, type Num, numText, Sum } from '../codec/decimal';
import type { QueryNeed, Scope } from '../env';
import { compareV, plainText } from '../functions/text';
import type { Row, Value } from '../value';
import { amongRows } from './among';
import { LIMITS } from './ast';
import { equal } from './equality';
import { answerReader, type Frame, type Run, recordOf, toValue, type V } from './frame';
import { printExpr } from './print';
import type { AggBound, AmongBound, Bound, GetBound, Source } from './typed';
import { walk } from './typed';

export type Compile = (bound: Bound) => Run;
type Rows = (f: Frame) => readonly Row[];
const NO_ROWS: readonly Row[] = Object.freeze([]);

/** Rows of a collection; a collection beyond the limit is none, and the evaluation a problem. */
export function rowsOf(source: Source, compile: Compile): Rows {
  const limited = (f: Frame, rows: unknown): readonly Row[] => {
    if (!Array.isArray(rows)) return NO_ROWS;
    if (rows.length <= LIMITS.rows) return rows as readonly Row[];
    f.budget.over = true;
    return NO_ROWS;
  };
  switch (source.s) {
    case 'sub':
      return (f) => limited(f, recordOf(f, source.scope)?.[source.sub]);
    case 'hop': {
      const ref = compile(source.ref);
      const object = source.row.object;
      return (f) => {
        const id = ref(f);
        return typeof id === 'string' ? limited(f, f.scope.env.hop(object, id, source.sub)) : NO_ROWS;
      };
    }
    case 'hand':
      return (f) => limited(f, f.scope.rows);
    default:
      return () => NO_ROWS;
  }
}

export function compileAgg(node: AggBound, compile: Compile): Run {
  const { source } = node;
  if (source.s === 'list') {
    const list = compile(source.list);
    return (f) => {
      const v = list(f);
      return Array.isArray(v) ? v.filter((item) => item !== null).length : 0;
    };
  }
  if (source.s === 'query') return compileQuery(node, compile);
  return overRows(node, rowsOf(source, compile), compile);
}

/**
 * An aggregate over given rows instead of its own collection: what a host in memory answers a query with. `scope` is the scope of the
 * need; rows are those of the object, deleted ones left out. A number beyond 15 digits is answered as its decimal text, which the
 * evaluation reads exactly (so may every host).
 */
export function aggregate(node: AggBound, rows: readonly Row[], scope: Scope, compile: Compile): Value {
  const frame: Frame = { scope, self: scope.self, budget: { steps: LIMITS.steps, over: false } };
  const value = overRows(node, () => rows, compile)(frame);
  return isBig(value) ? numText(value) : toValue(value);
}

function overRows(node: AggBound, rows: Rows, compile: Compile): Run {
  const value = node.value === undefined ? undefined : compile(node.value);
  const cond = node.cond === undefined ? undefined : compile(node.cond);
  const cost = 1 + sizeOf(node.value) + sizeOf(node.cond);
  /** calls `take` for each row that counts, until it says stop */
  const each = (f: Frame, list: readonly Row[], take: (v: V, inner: Frame) => boolean | undefined): void => {
    const inner: Frame = { scope: f.scope, self: null, budget: f.budget };
    for (let i = 0; i < list.length; i += 1) {
      f.budget.steps -= cost;
      if (f.budget.steps < 0) {
        f.budget.over = true;
        return;
      }
      inner.self = list[i] as Row;
      if (cond !== undefined && cond(inner) !== true) continue;
      if (take(value === undefined ? null : value(inner), inner) === true) return;
    }
  };
  switch (node.fn) {
    case 'count':
      return (f) => {
        const list = rows(f);
        if (cond === undefined) return list.length;
        let n = 0;
        each(f, list, () => {
          n += 1;
          return false;
        });
        return n;
      };
    case 'exists':
      return (f) => {
        let found = false;
        each(f, rows(f), () => {
          found = true;
          return true;
        });
        return found;
      };
    case 'sum':
      return (f) => {
        const sum = new Sum();
        each(f, rows(f), (v) => {
          if (v !== null) sum.add(v as Num);
          return false;
        });
        return sum.total;
      };
    case 'avg':
      return (f) => {
        const sum = new Sum();
        let n = 0;
        each(f, rows(f), (v) => {
          if (v !== null) {
            sum.add(v as Num);
            n += 1;
          }
          return false;
        });
        return divNum(sum.total, n);
      };
    case 'min':
    case 'max': {
      const sign = node.fn === 'min' ? -1 : 1;
      return (f) => {
        let best: V = null;
        each(f, rows(f), (v) => {
          if (v !== null && (best === null || compareV(v, best) * sign > 0)) best = v;
          return false;
        });
        return best;
      };
    }
    case 'first':
    case 'last': {
      const last = node.fn === 'last';
      return (f) => {
        let found: V = null;
        each(f, inOrder(rows(f)), (v) => {
          found = v;
          return !last;
        });
        return found;
      };
    }
    case 'values':
    case 'distinct': {
      const count = node.fn === 'distinct';
      return (f) => {
        const seen = new Set<V>();
        const list: V[] = [];
        each(f, rows(f), (v) => {
          const fresh = v !== null && !seen.has(v) && !(typeof v === 'object' && list.some((value) => equal(value, v)));
          if (fresh) {
            seen.add(v);
            list.push(v);
          }
          return false;
        });
        return count ? list.length : list;
      };
    }
    case 'join': {
      const sep = node.sep === undefined ? undefined : compile(node.sep);
      const ty = node.value?.ty ?? node.ty;
      return (f) => {
        const between = sep === undefined ? '、' : sep(f);
        const parts: string[] = [];
        each(f, inOrder(rows(f)), (v) => {
          if (v !== null) parts.push(plainText(v, ty));
          return false;
        });
        return parts.length === 0 ? null : parts.join(typeof between === 'string' ? between : '');
      };
    }
    case 'pairs': {
      const label = compile((node.more as readonly Bound[])[0] as Bound);
      const labelTy = ((node.more as readonly Bound[])[0] as Bound).ty;
      return (f) => {
        const list: V[] = [];
        each(f, inOrder(rows(f)), (v, inner) => {
          if (v !== null) list.push({ value: toValue(v), label: plainText(label(inner), labelTy) });
          return false;
        });
        return list;
      };
    }
    case 'steps': {
      const more = (node.more as readonly Bound[]).map((part) => ({ run: compile(part), ty: part.ty }));
      const labelTy = (node.value as Bound).ty;
      return (f) => {
        const list: V[] = [];
        each(f, inOrder(rows(f)), (v, inner) => {
          const [tone, tip] = more.map((part) => plainText(part.run(inner), part.ty));
          list.push({ title: plainText(v, labelTy), tone: tone ?? '', tip: tip ?? '' });
          return false;
        });
        return list;
      };
    }
  }
}

/** by lineNo; rows without one stay where they are */
function inOrder(rows: readonly Row[]): readonly Row[] {
  for (let i = 1; i < rows.length; i += 1) {
    const a = rows[i - 1]?.lineNo;
    const b = rows[i]?.lineNo;
    if (typeof a === 'number' && typeof b === 'number' && a > b) {
      return [...rows].sort((x, y) => (x.lineNo ?? 0) - (y.lineNo ?? 0));
    }
  }
  return rows;
}

const sizeOf = (node: Bound | undefined): number => {
  let n = 0;
  if (node !== undefined) walk(node, () => (n += 1));
  return n;
};

/** The host answers a query; the key is its text with the values it reads from outside. */
function compileQuery(node: AggBound, compile: Compile): Run {
  const read = answerReader(node.ty);
  const object = node.source.s === 'query' ? node.source.row.object : '';
  const name = printExpr(node.ast);
  const outer: GetBound[] = [];
  walk(node, (part) => {
    if (part.k === 'get' && part.scope !== 'self') outer.push(part);
  });
  const reads = [...new Map(outer.map((part) => [`${part.scope}.${part.field.code}`, part])).values()].map((part) =>
    compile(part),
  );
  const subs: Rows[] = [];
  walk(node, (part) => {
    if ((part.k === 'agg' || part.k === 'among') && part.source.s === 'sub' && part.source.scope !== 'self')
      subs.push(rowsOf(part.source, compile));
  });
  return (f) => {
    const given: unknown[] = reads.map((run) => toValue(run(f)));
    for (const rows of subs) given.push(rows(f));
    const need: QueryNeed = {
      object,
      text: name,
      key: given.length === 0 ? name : `${name} ${JSON.stringify(given)}`,
      node,
      scope: f.scope,
    };
    return read(f.scope.env.query(need));
  };
}

export function compileAmong(node: AmongBound, compile: Compile): Run {
  const rows = rowsOf(node.source, compile);
  const values = node.values.map(compile);
  const cost = 1 + node.values.reduce((n, value) => n + sizeOf(value), 0);
  return (f) => {
    const list = f.self !== null && node.inRow && f.scope.rows !== undefined ? f.scope.rows : rows(f);
    f.budget.steps -= list.length * cost;
    if (f.budget.steps < 0) {
      f.budget.over = true;
      return false;
    }
    return amongRows(node, list, values, f);
  };
}
