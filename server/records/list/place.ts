/** Where expressions stand in a statement: a table under an alias, the joins its references ask for, and values that no row gives. */
import type { Scope } from '../../../schemas/language/env';
import type { Bound } from '../../../schemas/language/expr/check';
import { compile } from '../../../schemas/language/expr/evaluate';
import { newFrame, type V } from '../../../schemas/language/expr/frame';
import type { ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import type { Rec, Row } from '../../../schemas/language/value';
import { makeEnv } from '../env';
import { bindCondition } from '../expression';
import type { EngineCtx } from '../host';
import { rowScope } from '../read/access';
import {
  joinsSql,
  type Level,
  listPlaces,
  newLevel,
  pickPlaces,
  type Sql,
  type SqlScope,
  toSql,
  whereSql,
} from '../sql';
import { driverValue } from '../sql/param';
import { slot } from './slots';

/** What of a request no row gives: parameters of a list, the form of a pick, the answers of a dialog. */
export interface Around {
  readonly param?: Rec;
  readonly doc?: Rec;
  readonly row?: Rec | Row;
  readonly ask?: Rec;
}

/**
 * Parts of expressions that read no row (me, sys, today(), the form's record): put into the statement as slots and computed at each run, so
 * that a compiled statement serves other users and later requests.
 */
export class Knowns {
  private readonly parts: { readonly key: string; readonly bound: Bound }[] = [];
  private readonly mark: string;
  /** `mark` tells the slots of two plans in one statement apart */
  constructor(mark = 'k') {
    this.mark = mark;
  }

  put(bound: Bound, type: string): Sql {
    const key = `${this.mark}.${this.parts.length}`;
    this.parts.push({ key, bound });
    return slot(key, type);
  }
  /** Values for this ctx: what is pending (a reference of me) is loaded first. */
  async values(ctx: EngineCtx, around: Around): Promise<readonly (readonly [string, unknown])[]> {
    if (this.parts.length === 0) return [];
    const env = makeEnv(ctx);
    return env.settle((now) => {
      const frame = newFrame(scopeOf(now, around));
      return this.parts.map(({ key, bound }) => [key, driverValue(compile(bound)(frame) as V, bound.ty)] as const);
    });
  }
}

export interface PlaceOptions {
  /** slots instead of values: compiled statements */
  readonly knowns?: Knowns;
  /** queries inside see only the viewer's rows (columns and parts; never rules and formulas) */
  readonly viewer?: boolean;
  readonly around?: Around;
  /** bare names are the candidate, `row` and `doc` the form's */
  readonly pick?: boolean;
  readonly sub?: ResolvedField;
  /** a level that stands already: rows of a sub-table with their head */
  readonly level?: Level;
  /** aggregates and measures of a report as columns */
  readonly hand?: SqlScope['hand'];
  readonly measure?: SqlScope['measure'];
}

/** A table under an alias, ready to translate expressions over it. */
export class Place {
  readonly level: Level;
  private readonly ctx: EngineCtx;
  private readonly plain: SqlScope;
  private readonly scoped: SqlScope;

  constructor(ctx: EngineCtx, object: ResolvedObject, alias: string, options: PlaceOptions = {}) {
    const { knowns, around = {}, pick, sub, hand, measure } = options;
    this.ctx = ctx;
    this.level = options.level ?? newLevel(object, alias, sub);
    this.plain = {
      lib: ctx.registry.lib,
      schema: ctx.org.schema,
      object: (code) => ctx.registry.find(code),
      places: pick ? pickPlaces(this.level) : listPlaces(this.level),
      scope: scopeOf(makeEnv(ctx), around),
      ...(knowns ? { known: (bound: Bound, type: string) => knowns.put(bound, type) } : {}),
      ...(hand ? { hand } : {}),
      ...(measure ? { measure } : {}),
    };
    this.scoped = { ...this.plain, rowScope: (target) => viewScope(ctx, target) };
  }

  /** a condition in AND position of a where */
  condition(bound: Bound, viewer = false): Sql {
    return whereSql(bound, viewer ? this.scoped : this.plain);
  }
  conditionText(text: string): Sql {
    return this.condition(bindCondition(this.ctx.registry.lib, this.level.object, text));
  }
  /** the same as a value: true or false, never null */
  truthText(text: string): Sql {
    return this.value(bindCondition(this.ctx.registry.lib, this.level.object, text));
  }
  value(bound: Bound, viewer = false): Sql {
    return toSql(bound, viewer ? this.scoped : this.plain);
  }
  /** left joins that the translated expressions need; ask last */
  joins(): Sql {
    return joinsSql(this.plain, this.level);
  }
}

const scopeOf = (env: Scope['env'], { param, doc, row, ask }: Around): Scope => ({
  env,
  self: null,
  ...(param ? { param } : {}),
  ...(doc ? { doc } : {}),
  ...(row ? { row } : {}),
  ...(ask ? { ask } : {}),
});

/** Row scope of the viewer over an object that an expression queries; no right to view it: no row. */
function viewScope(ctx: EngineCtx, object: ResolvedObject): Bound | undefined {
  const scope = rowScope(ctx, object, `${object.object}:view`);
  if (scope === undefined) return undefined;
  return bindCondition(ctx.registry.lib, object, scope === false ? 'false' : scope);
}
