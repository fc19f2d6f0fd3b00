/** Instructions for a place of work on a day (20 §10.16), and those of them somebody has yet to read before he may begin. */
import type { Rec, Value } from '../../../schemas/language/value';
import type { Ctx, Service } from '../../ctx';
import type { FoundOf, HeadOf, LineOf } from '../../rows';
import { inForceOn } from '../versions';
import { rankSops, type SopMatch, type SopPlace, type SopScope, type SopVersion } from './sop-rank';

/** Ids; what is not known is not matched. */
export interface SopAsk {
  readonly material?: string | null | undefined;
  readonly route?: string | null | undefined;
  readonly opNbr?: number | null | undefined;
  readonly process?: string | null | undefined;
  readonly equipment?: string | null | undefined;
  readonly workGroup?: string | null | undefined;
  /** a version that was named for the place: the one in force of its code comes first, whatever its scope says */
  readonly named?: string | null | undefined;
  readonly date: string;
}
/** More than any scope can have. */
const NAMED = 64;
export interface Sop extends SopVersion {
  readonly rec: FoundOf<'sopDoc', { readonly rows: readonly ['scope']; readonly stored: true }>;
}

/** Versions in force on the day that belong to the place, the best first. */
export async function matchSops(ctx: Ctx, ask: SopAsk): Promise<readonly SopMatch<Sop>[]> {
  const found = await inForceOn(ctx, 'sopDoc', { where: 'true', date: ask.date });
  const first = new Map<string, string>();
  for (const row of found) if (!first.has(row.code)) first.set(row.code, row.id);
  const recs = await ctx.asSystem().records.many('sopDoc', [...first.values()], { rows: ['scope'], stored: true });
  const code = await codeOf(ctx, ask.named);
  const codes = await routeCodes(ctx, [...recs.flatMap((rec) => rec.scope.map(({ route }) => route)), ask.route]);
  const versions = recs.map(
    (rec): Sop => ({
      id: rec.id,
      code: rec.code,
      kind: rec.kind,
      scope: rec.scope.map((row) => scopeRow(row, codes)),
      rec,
    }),
  );
  const matches = rankSops(versions, await placeOf(ctx, ask, codes));
  const named = versions.find((version) => version.code === code);
  if (!named) return matches;
  return [{ version: named, score: NAMED, row: NO_ROW }, ...matches.filter(({ version }) => version !== named)];
}
const NO_ROW = -1;
const codeOf = async (ctx: Ctx, id: string | null | undefined): Promise<string | undefined> =>
  id ? (await ctx.asSystem().records.many('sopDoc', [id], { stored: true }))[0]?.code : undefined;

/** Where an operation is worked on: its product, the route of its order, what was named for it. */
export async function placeOfOperation(
  ctx: Ctx,
  operation: HeadOf<'orderProcess'>,
  { equipment, date }: { readonly equipment?: string | null | undefined; readonly date: string },
): Promise<SopAsk> {
  const { prdOrderNbr, material, opNbr, process, workGroup } = operation;
  const [order] = prdOrderNbr ? await ctx.asSystem().records.many('prdOrder', [prdOrderNbr], { stored: true }) : [];
  return {
    ...{ material, opNbr, process, workGroup, date },
    route: order?.route,
    equipment: equipment ?? operation.equipment,
    named: operation.sopDoc,
  };
}

/**
 * The sentence that holds a start (20 §10.16): the first instruction a person must read and has not, in the version that is in force.
 * Undefined while `sop.mustRead` is off or nothing is left to read.
 */
export async function unreadSop(
  ctx: Ctx,
  matches: readonly SopMatch<Sop>[],
  employee: string,
): Promise<string | undefined> {
  if (ctx.setting('sop.mustRead') !== true) return undefined;
  const due = matches.filter(({ version }) => version.rec.mustRead);
  if (due.length === 0) return undefined;
  const read = await ctx.asSystem().records.find('sopRead', 'employee == param.employee && sop in param.sops', {
    param: { employee, sops: due.map(({ version }) => version.id) },
  });
  const done = new Set(read.map(({ sop }) => sop));
  const open = due.find(({ version }) => !done.has(version.id));
  return open && `请先阅读并确认「${open.version.rec.name}」${open.version.rec.revision}`;
}

/** 匹配查询: what would be shown at a place; documents of classes the user may not see are left out. */
export const sopMatch: Service = {
  name: 'sop.match',
  right: null,
  async run(args, ctx) {
    const date = typeof args.date === 'string' ? args.date : ctx.today;
    const operation = oneOf(args.operation);
    const at = operation === null ? null : await ctx.records.get('orderProcess', operation, { scoped: true });
    if (operation !== null && !at) return [];
    const given = {
      material: oneOf(args.material),
      route: oneOf(args.route),
      opNbr: typeof args.opNbr === 'number' ? args.opNbr : null,
      process: oneOf(args.process),
      equipment: oneOf(args.equipment),
      workGroup: oneOf(args.workGroup),
      date,
    };
    const ask = at ? await placeOfOperation(ctx, at, { equipment: given.equipment, date }) : given;
    const matches = await matchSops(ctx, ask);
    const rows: Rec[] = [];
    for (const { version, score, row } of matches) {
      const seen = await ctx.records.get('sopDoc', version.id, { scoped: true });
      if (!seen) continue;
      rows.push({
        seq: rows.length + 1,
        operation,
        sop: version.id,
        code: version.code,
        kind: version.kind,
        revision: version.rec.revision,
        score,
        scopeText: row === NO_ROW ? '工序指定' : (version.rec.scope[row]?.said ?? null),
        mustRead: version.rec.mustRead,
      });
    }
    return rows;
  },
};

/** A search names records as a list; the first one is asked about. */
export const oneOf = (value: Value | undefined): string | null => {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && /^[0-9a-f-]{36}$/i.test(first) ? first : null;
};

const scopeRow = (row: LineOf<'sopDoc', 'scope'>, codes: ReadonlyMap<string, string>): SopScope => ({
  material: row.material,
  materialCategory: row.materialCategory,
  route: row.route === null ? null : (codes.get(row.route) ?? row.route),
  opNbr: row.opNbr,
  process: row.process,
  equipment: row.equipment,
  devCategory: row.devCategory,
  workGroup: row.workGroup,
});

/** Versions of one route are one route. */
const routeCodes = async (
  ctx: Ctx,
  ids: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, string>> => {
  const wanted = [...new Set(ids.flatMap((id) => id ?? []))];
  const routes = await ctx.asSystem().records.many('route', wanted, { stored: true });
  return new Map(routes.map(({ id, code }) => [id, code]));
};

async function placeOf(ctx: Ctx, ask: SopAsk, codes: ReadonlyMap<string, string>): Promise<SopPlace> {
  const { records } = ctx.asSystem();
  const above = async (object: 'materialCategory' | 'devCategory', from: string | null | undefined) => {
    const way = new Set<string>();
    for (let at = from; at && !way.has(at); ) {
      way.add(at);
      const [node]: HeadOf<typeof object>[] = await records.many(object, [at], { stored: true });
      at = node?.parent;
    }
    return way;
  };
  const [material] = ask.material ? await records.many('material', [ask.material], { stored: true }) : [];
  const [equipment] = ask.equipment ? await records.many('equipment', [ask.equipment], { stored: true }) : [];
  return {
    material: ask.material ?? null,
    materialCategories: await above('materialCategory', material?.materialCategory),
    route: ask.route ? (codes.get(ask.route) ?? ask.route) : null,
    opNbr: ask.opNbr ?? null,
    process: ask.process ?? null,
    equipment: ask.equipment ?? null,
    devCategories: await above('devCategory', equipment?.devCategory),
    workGroup: ask.workGroup ?? null,
  };
}
