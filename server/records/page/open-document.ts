/** The resolved document of a page with its view in place, without anything that tells of fields the user may not see. */
import type { Many } from '../../../schemas/language/document';
import { depsOf } from '../../../schemas/language/expr/deps';
import { type Model, modelOf } from '../../../schemas/language/record/model';
import type {
  Part,
  Placement,
  ResolvedAction,
  ResolvedField,
  ResolvedObject,
} from '../../../schemas/language/resolved';
import { isEntry, type Page } from '../../registry/pages';
import type { EngineCtx } from '../host';
import { pathField } from '../list/list-search';
import { hasButton, isByFlow } from '../read/allowed';
import { accessOf, holdsGrant } from '../read/grants';

/** Columns and search boxes that documents without a flow have nothing in. */
const OF_FLOW: ReadonlySet<string> = new Set(['flowStatus', 'flowHandlers']);
/** records about approvals: their tab `$flow` tells of them, not of an approval of their own */
const OF_RUNS: ReadonlySet<string> = new Set(['flowInstance', 'flowVersion']);

export function openDocument(ctx: EngineCtx, page: Page): ResolvedObject {
  const { object } = page;
  const { rights } = ctx.session;
  // what asks for a value of a closed group is not this reader's button
  const asksOpen = ({ ask }: ResolvedAction): boolean =>
    Object.values(ask ?? {}).every(({ grant }) => grant === undefined || holdsGrant(grant, rights));
  const inPlace: ResolvedObject = {
    ...object,
    title: isEntry(page) ? page.title : (page.view?.title ?? object.title),
    list: page.list,
    edit: page.edit,
    detail: page.detail,
    actions: Object.fromEntries(
      Object.entries(page.actions).filter(([, action]) => hasButton(ctx, object, action) && asksOpen(action)),
    ),
    ...(page.route === undefined ? {} : { route: page.route }),
    ...(page.floor === undefined ? {} : { floor: page.floor }),
  };
  const closed = new Set<string>();
  for (const field of Object.values(object.fields)) {
    if (accessOf(object, field, rights) === 'none') closed.add(field.path);
    for (const column of Object.values(field.sub?.fields ?? {}))
      if (accessOf(object, column, rights) === 'none') closed.add(column.path);
  }
  const byFlow = isByFlow(ctx, object);
  const isOpen = (path: string | undefined): boolean =>
    path === undefined || ((byFlow || !OF_FLOW.has(path)) && pathIsOpen(ctx, object, path, closed));
  const placed = (items: readonly Placement[]): readonly Placement[] =>
    items
      .filter((item) => item.grant === undefined || holdsGrant(item.grant, rights))
      .filter((item) => item.of !== undefined || isOpen(item.field))
      .map((item) => (item.fields ? { ...item, fields: item.fields.filter(isOpen) } : item))
      .filter((item) => item.fields === undefined || item.fields.length > 0);
  const parts = (list: readonly Part[]): readonly Part[] =>
    list
      .filter((part) => part.grant === undefined || holdsGrant(part.grant, rights))
      .filter((part) => part.code !== '$flow' || byFlow || OF_RUNS.has(object.object))
      .map((part) => (part.fields ? { ...part, fields: placed(part.fields) } : part));
  const summary = (words: Many<string>, prefix: string): Many<string> =>
    Object.fromEntries(Object.entries(words).filter(([code]) => isOpen(prefix + code)));
  const openField = (field: ResolvedField): ResolvedField => {
    const fill = field.fill && withoutClosedTargets(field, closed);
    const sub = field.sub && {
      ...field.sub,
      fields: openFields(field.sub.fields),
      columns: field.sub.columns.filter((item) =>
        isOpen(item.field === undefined ? undefined : `${field.code}.${item.field}`),
      ),
      summary: summary(field.sub.summary, `${field.code}.`),
    };
    // what is shown with stars, or in own rows only, is not written (sent.ts): it is not typed either
    const lock = accessOf(object, field, rights) === 'value' ? {} : { readonly: true };
    return { ...field, ...lock, ...(fill ? { fill } : {}), ...(sub ? { sub } : {}) };
  };
  const openFields = (fields: Many<ResolvedField>): Many<ResolvedField> =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(([, field]) => !closed.has(field.path))
        .map(([code, field]) => [code, openField(field)]),
    );
  const { list, edit, detail, floor } = inPlace;
  const open: ResolvedObject = {
    ...inPlace,
    fields: openFields(object.fields),
    list: {
      ...list,
      search: placed(list.search),
      columns: placed(list.columns),
      schemes: list.schemes.map((scheme) => (scheme.columns ? { ...scheme, columns: placed(scheme.columns) } : scheme)),
      summary: summary(list.summary, ''),
      below: parts(list.below),
    },
    edit: { ...edit, groups: parts(edit.groups) },
    detail: { ...detail, head: placed(detail.head), tabs: parts(detail.tabs) },
    ...(floor?.card === undefined ? {} : { floor: { ...floor, card: floor.card.filter(isOpen) } }),
    import: Object.fromEntries(
      Object.entries(object.import).map(([code, sheet]) => [
        code,
        sheet.columns
          ? {
              ...sheet,
              columns: sheet.columns.filter((column) => isOpen(typeof column === 'string' ? column : column.field)),
            }
          : sheet,
      ]),
    ),
  };
  if (closed.size === 0) return open;
  const reads = readers(modelOf(object, ctx.registry.lib), closed);
  return {
    ...open,
    rules: object.rules.filter((rule) => !reads.has(rule.address)),
    checks: object.checks.filter((check) => !reads.has(check.address)),
  };
}

/** Is the field behind a path the user's: own, of a sub-table, or one hop away? Markers and own codes of columns are. */
function pathIsOpen(ctx: EngineCtx, object: ResolvedObject, path: string, closed: ReadonlySet<string>): boolean {
  if (path.startsWith('$') || closed.has(path)) return path.startsWith('$');
  const found = pathField((code) => ctx.registry.find(code), object, path);
  if (!found?.via) return true;
  if (closed.has(found.via.path)) return false;
  return found.via.sub !== undefined || accessOf(found.owner, found.field, ctx.session.rights) !== 'none';
}

function withoutClosedTargets(field: ResolvedField, closed: ReadonlySet<string>): Many<string> {
  const prefix = field.path.slice(0, field.path.length - field.code.length);
  return Object.fromEntries(Object.entries(field.fill ?? {}).filter(([target]) => !closed.has(prefix + target)));
}

/** Rules and checks that read or write a closed field: the server applies them, a browser without the field cannot. */
function readers(model: Model, closed: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  const touches = (paths: readonly string[] | undefined): boolean => paths?.some((path) => closed.has(path)) === true;
  for (const rule of model.states) if (touches(rule.when?.deps.fields)) found.add(rule.address);
  for (const event of model.events) {
    const values = event.set.flatMap(({ path, value }) => [path, ...('expr' in value ? value.expr.deps.fields : [])]);
    if (touches([...event.on, ...event.clear, ...values]) || touches(event.when?.deps.fields)) found.add(event.address);
  }
  for (const check of model.checks) {
    const said = check.say.parts.flatMap((part) => ('bound' in part ? depsOf(part.bound).fields : []));
    if (touches(check.that.deps.fields) || touches(check.when?.deps.fields) || touches(said)) found.add(check.address);
  }
  return found;
}
