/** What the chart designer shows: numbers of a draft's reports over the live rows, read as the report will be once it is published. */
import type { Rights, Session } from '../ctx';
import { badRequest, forbidden, refuse } from '../errors';
import type { EngineCtx } from '../records/host';
import { anyPageOf } from '../records/page/page-item';
import { type CellAnswer, cellData, readCells } from '../records/report/cells';
import { getReportList } from '../records/report/list';
import { memo } from '../registry/memo';
import type { Registry } from '../registry/registry';
import { changeOf, type DocumentChange, registryWith } from './candidate';
import { compose } from './composed';
import { readDraft, standingOf, stepsOf } from './drafts';
import { leaks } from './rights';
import { readSomebody, sessionAs } from './somebody';

type Body = Readonly<Record<string, unknown>>;
/** the registry with a draft's documents, and what of them counts */
export interface Drawn {
  readonly registry: Registry;
  readonly changes: readonly DocumentChange[];
}

/** Documents that decide what a number is; menus and prints of the draft need not be whole yet. */
const COUNTING = /^(object|block|report|dictionaries|settings):/;
const MOST = 20;
const drawn = new WeakMap<Registry, Map<string, Drawn>>();

/** {draft, cells, as?} → answers of cells; {draft, page, body, as?} → rows of a report; `as` a role or a user reads with the rights both have. */
export async function preview(ctx: EngineCtx, given: Body, bug: (error: unknown) => void): Promise<unknown> {
  const inner = await insideOf(ctx, given.draft, await sessionAs(ctx.host, ctx.session, readSomebody(given.as)));
  if (given.cells !== undefined) {
    const told = (error: unknown): string | undefined => {
      if (isUnpublished(error)) return UNPUBLISHED;
      bug(error);
      return undefined;
    };
    return Promise.all(
      readCells({ cells: given.cells }).map((cell): Promise<CellAnswer> => cellData(inner, cell, told)),
    );
  }
  if (typeof given.page !== 'string') throw badRequest();
  const page = anyPageOf(inner, given.page);
  if (!page.report) throw badRequest();
  if (!inner.session.rights.has(page.right)) throw forbidden();
  try {
    return await getReportList(inner, page, given.body);
  } catch (error) {
    throw isUnpublished(error) ? refuse(UNPUBLISHED) : error;
  }
}
const UNPUBLISHED = '它的对象有还没发布的字段，发布后才有数据';
/** a column or a table that is not there yet */
const isUnpublished = (error: unknown): boolean =>
  ['42703', '42P01'].includes(String((error as { code?: unknown }).code));

async function insideOf(ctx: EngineCtx, id: unknown, session: Session): Promise<EngineCtx> {
  const draft = await readDraft(ctx.trx, id);
  const known = memo(drawn, ctx.registry, () => new Map<string, Drawn>());
  const key = `${draft.id} ${draft.seq}`;
  let found = known.get(key);
  if (found === undefined) {
    const { docs } = compose(standingOf(ctx), await stepsOf(ctx, draft.id));
    const shipped = ctx.host.registries.shipped;
    const changes = [...docs]
      .filter(([doc]) => COUNTING.test(doc))
      .map(([text, doc]) => changeOf(ctx.registry, shipped, text, doc, draft.app));
    const registry = registryWith(ctx.host, ctx.registry, changes);
    if (registry === undefined) throw refuse('存在错误，改好后才有数据');
    found = { registry, changes };
    if (known.size >= MOST) known.delete(known.keys().next().value ?? '');
    known.set(key, found);
  }
  // a field of the draft may read what its maker may not; of reports the rights say so
  const [leak] = leaks(
    ctx.session.rights,
    found.registry,
    found.changes.filter(({ sort }) => sort !== 'report'),
  );
  if (leak !== undefined) throw refuse(leak.text);
  const rights = rightsOver(session.rights, found);
  // the getters of the ctx stay its own; what it reads by is the draft's
  return Object.create(ctx, {
    registry: { value: found.registry, enumerable: true },
    session: { value: { ...session, rights }, enumerable: true },
  }) as EngineCtx;
}

/**
 * A report that the draft makes or changes is nobody's right yet: it shows rows of its source to who may view the source, and nothing to
 * who could not publish it (the designer is not a way around).
 */
export function rightsOver(rights: Rights, { registry, changes }: Drawn): Rights {
  if (rights.super) return rights;
  const sources = new Map<string, string | undefined>();
  for (const change of changes) {
    if (change.sort !== 'report') continue;
    const from = registry.reports.get(change.code)?.from;
    const isOpen = from !== undefined && rights.has(`${from}:view`) && leaks(rights, registry, [change]).length === 0;
    sources.set(`${change.code}:view`, isOpen ? `${from}:view` : undefined);
  }
  const as = (right: string): string | undefined => (sources.has(right) ? sources.get(right) : right);
  return {
    super: false,
    group: (group) => rights.group(group),
    functions: rights.functions,
    rests: (object) => rights.rests(object),
    has: (right) => {
      const own = as(right);
      return own !== undefined && rights.has(own);
    },
    scopes: (right, object) => {
      const own = as(right);
      return own === undefined ? [] : rights.scopes(own, object);
    },
  };
}
