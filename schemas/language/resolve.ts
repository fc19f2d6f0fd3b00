/**
 * Document → resolved object: blocks merged (§2.10), short forms expanded, defaults and derivables filled (§2.5–2.9, §6.2, §7.1).
 * Deterministic; the result is frozen plain JSON and its `hash` is its identity.
 */
import type { BlockDoc, CheckDoc, FieldDoc, Many, ObjectDoc, RuleDoc, SettingsDoc, ViewDoc } from './document';
import { actionOf, type ObjectFacts } from './resolve/actions';
import { BASE_FIELDS, baseField, fieldOf } from './resolve/fields';
import { deepFreeze, frozenCopy, hashOf } from './resolve/hash';
import { layersOf } from './resolve/layers';
import { liveFormulas } from './resolve/live';
import { fold, isNode, type Layer, MergeNotes, type Node, OWN, settle } from './resolve/merge';
import { withoutMarks } from './resolve/merged-text';
import { detailOf, editOf, listOf, type PageFacts } from './resolve/pages';
import { withReadonly } from './resolve/readonly';
import { withSettings } from './resolve/settings';
import { withState } from './resolve/state';
import { dropTurnedOff } from './resolve/turned-off';
import type { ResolvedCheck, ResolvedField, ResolvedObject, ResolvedRule, ResolvedView } from './resolved';
import { applyOverlay } from './steps/overlay';
import type { Step } from './steps/step';
import { text } from './texts';
import { type Problem, problem } from './value';

export interface ResolveLib {
  readonly blocks: Pick<ReadonlyMap<string, BlockDoc>, 'get'>;
  /** area of the object's file; '' without */
  readonly area?: string;
  /** settings whose keys are the fields of pages over them */
  readonly settings?: readonly SettingsDoc[];
  /** steps of the organisation over the shipped text of this object (§11.1) */
  readonly overlay?: readonly Step[];
  /** codes of a dictionary in order; without it built-ins keep every state they name */
  dictCodes?(dict: string): readonly string[] | undefined;
  /** server functions registered `live` make a formula live */
  isLiveFunction?(name: string): boolean;
}
export interface Resolution {
  readonly object: ResolvedObject;
  /** block.cycle, block.conflict, block.clash, ref.block */
  readonly problems: readonly Problem[];
}

/**
 * Resolves one object over its blocks. What cannot be resolved (an unknown block, a cycle) is left out and told by
 * `resolveWithProblems`; never throws for a document of sound shape.
 */
export function resolveObject(doc: ObjectDoc, lib: ResolveLib): ResolvedObject {
  return resolveWithProblems(doc, lib).object;
}

/** As resolveObject, with the problems of merging. */
export function resolveWithProblems(text: ObjectDoc, lib: ResolveLib): Resolution {
  const problems: Problem[] = [];
  const shipped = withSettings(text, lib.settings ?? []);
  const { merged: below, notes, uses } = mergeObject(shipped, lib, problems);
  const merged = lib.overlay === undefined ? below : withReadonly(overlaid(shipped, below, lib.overlay, notes));
  const doc = lib.overlay === undefined ? shipped : ({ ...shipped, ...merged } as unknown as ObjectDoc);
  const settled = settle(merged, 'object', '', notes) as unknown as ObjectDoc;
  const views = (merged.views ?? {}) as Many<ViewDoc>;
  const object = buildObject(
    doc,
    dropTurnedOff(settled, notes, lib.overlay === undefined ? OWN : OVERLAY),
    views,
    uses,
    lib,
  );
  provenance.set(object, notes.from);
  return { object, problems: [...problems, ...notes.problems()] };
}

/** Where an address of an overlay comes from. */
const OVERLAY = 'overlay';
/** The merged text with the organisation's steps, in the long form of merging. */
function overlaid(shipped: ObjectDoc, merged: Node, overlay: readonly Step[], notes: MergeNotes): Node {
  const node = applyOverlay(withoutMarks(shipped, merged), overlay, 'object').doc;
  const own = new MergeNotes();
  const long = fold([{ name: OWN, node, over: new Set() }], 'object', '', own);
  for (const address of own.from.keys()) if (!notes.from.has(address)) notes.from.set(address, OVERLAY);
  return long;
}

/** The text of an object with its blocks merged in, as overlays and the designer see it; its `$schema` and code are the object's. */
export function mergedText(doc: ObjectDoc, lib: ResolveLib): ObjectDoc {
  const own = withSettings(doc, lib.settings ?? []);
  return deepFreeze(withoutMarks(own, mergeObject(own, lib, []).merged)) as unknown as ObjectDoc;
}

const provenance = new WeakMap<ResolvedObject, ReadonlyMap<string, string>>();
/** Which text each address of the merged document comes from: a block's code or 'own'. Empty for a copy that came over the wire. */
export function provenanceOf(object: ResolvedObject): ReadonlyMap<string, string> {
  return provenance.get(object) ?? new Map();
}

/** The same object with an identity of its own, in all its parts. */
export function resolvedCopy(object: ResolvedObject): ResolvedObject {
  const copy = frozenCopy(object);
  provenance.set(copy, provenanceOf(object));
  return copy;
}

/** A single field outside an object: an answer of `ask`, a search parameter, a setting. `path` is what problems name. */
export function resolveField(doc: FieldDoc, code: string, path: string, lib?: ResolveLib): ResolvedField {
  const problems: Problem[] = [];
  const notes = new MergeNotes();
  const own: Layer = { name: OWN, node: doc as Node, over: new Set() };
  const layers = lib === undefined ? [] : layersOf(doc.use, lib.blocks, rowKeys, path, problems);
  return deepFreeze(
    fieldOf(settle(fold([...layers, own], 'field', path, notes), 'field', path, notes) as FieldDoc, code, path, ''),
  );
}

const HEAD_LEFT_OUT = new Set([
  '$schema',
  'object',
  'block',
  'title',
  'note',
  'was',
  'use',
  'route',
  'rows',
  'columns',
  'summary',
]);
const ROW_KEYS = new Set(['fields', 'rules', 'checks', 'rows', 'columns', 'summary']);
function headKeys(doc: object): Node {
  return Object.fromEntries(Object.entries(doc).filter(([key]) => !HEAD_LEFT_OUT.has(key)));
}
function rowKeys(block: BlockDoc): Node {
  return Object.fromEntries(Object.entries(block).filter(([key]) => ROW_KEYS.has(key)));
}

interface Merged {
  readonly merged: Node;
  readonly notes: MergeNotes;
  /** blocks used, directly or not */
  readonly uses: ReadonlySet<string>;
}
function mergeObject(doc: ObjectDoc, lib: ResolveLib, problems: Problem[]): Merged {
  const notes = new MergeNotes();
  const layers = layersOf(doc.use, lib.blocks, headKeys, 'use', problems);
  const below = isOwnDocument(doc.object) ? withoutClashes(layers, doc, problems) : layers;
  const head = fold([...below, { name: OWN, node: headKeys(doc), over: new Set() }], 'object', '', notes);
  const fields: { [code: string]: unknown } = { ...((head.fields as Node | undefined) ?? {}) };
  for (const [code, field] of Object.entries(fields)) {
    if (isNode(field) && Array.isArray(field.use) && field.use.length > 0) {
      fields[code] = mergeRows(field, `fields.${code}`, lib, notes, problems);
    }
  }
  return { merged: withReadonly({ ...head, fields }), notes, uses: new Set(layers.map((layer) => layer.name)) };
}

/** Row blocks go under the text of the sub-table as merged so far, whichever text of the head that came from. */
function mergeRows(field: Node, address: string, lib: ResolveLib, notes: MergeNotes, problems: Problem[]): Node {
  const inner = new MergeNotes();
  const layers = layersOf(field.use as readonly string[], lib.blocks, rowKeys, `${address}.use`, problems);
  const merged = fold([...layers, { name: OWN, node: field, over: new Set() }], 'field', address, inner);
  for (const [at, name] of inner.from) if (name !== OWN || !notes.from.has(at)) notes.from.set(at, name);
  problems.push(...inner.problems());
  return merged;
}

/** Own documents of an organisation start with x and a capital; a field they wrote whole wins over a block's later field of that code. */
function isOwnDocument(code: string): boolean {
  return /^x[A-Z]/.test(code);
}
function withoutClashes(layers: readonly Layer[], doc: ObjectDoc, problems: Problem[]): readonly Layer[] {
  const own = new Set(
    Object.entries(doc.fields ?? {})
      .filter(([, field]) => isWhole(field))
      .map(([code]) => code),
  );
  return layers.map((layer) => {
    const fields = Object.entries((layer.node.fields as Many<FieldDoc> | undefined) ?? {});
    const clashes = fields.filter(([code]) => own.has(code));
    if (clashes.length === 0) return layer;
    for (const [code] of clashes)
      problems.push(problem('block.clash', `fields.${code}`, text('block.clash', { c: code }), 'warn'));
    return { ...layer, node: { ...layer.node, fields: Object.fromEntries(fields.filter(([code]) => !own.has(code))) } };
  });
}
function isWhole(field: FieldDoc): boolean {
  return (
    field.title !== undefined &&
    (field.kind !== undefined || field.type !== undefined || field.dict !== undefined || field.ref !== undefined)
  );
}

function buildObject(
  doc: ObjectDoc,
  merged: ObjectDoc,
  rawViews: Many<ViewDoc>,
  uses: ReadonlySet<string>,
  lib: ResolveLib,
): ResolvedObject {
  const storage = merged.storage ?? 'table';
  const { fields: own, rules, checks } = buildFields(doc.object, merged, storage, lib);
  const label = merged.label === undefined ? [] : typeof merged.label === 'string' ? [merged.label] : merged.label;
  // a code may be what every object has (constructor)
  const state = merged.state !== undefined && Object.hasOwn(own, merged.state) ? own[merged.state] : undefined;
  const states = state?.dict === undefined ? undefined : lib.dictCodes?.(state.dict);
  const fields = withState(own, merged.state, states);
  const facts: ObjectFacts = {
    object: doc.object,
    audited: uses.has('audited'),
    hasState: state !== undefined,
    states,
    versioned: merged.actions?.publish !== undefined,
    dated: own.effectDate !== undefined,
  };
  const pages: PageFacts = {
    object: doc.object,
    fields,
    label,
    tree: merged.tree,
    single: merged.single,
    route: doc.route,
  };
  const views = Object.entries(merged.views ?? {}).map(
    ([code, view]) =>
      [code, viewOf({ ...view, actions: rawViews[code]?.actions ?? {} }, code, merged, pages, facts)] as const,
  );
  const body = {
    object: doc.object,
    title: doc.title ?? doc.object,
    area: lib.area ?? '',
    ...pick(doc, ['route']),
    ...pick(merged, ['menu', 'state', 'tree', 'single', 'settings']),
    label,
    storage,
    fields,
    unique: merged.unique ?? {},
    index: merged.index ?? [],
    rules: [...rulesOf(merged.rules, 'rules', undefined), ...rules],
    checks: [...checksOf(merged.checks, 'checks', undefined), ...checks],
    list: listOf(merged.list ?? {}, pages),
    edit: editOf(merged.edit ?? {}, pages),
    detail: detailOf(merged.detail ?? {}, pages),
    views: Object.fromEntries(views),
    ...pick(merged, ['floor']),
    actions: actionsOf(merged.actions ?? {}, facts),
    import: merged.import ?? {},
    events: merged.events ?? {},
    access: accessOf(merged),
    audited: facts.audited,
    ...pick(merged, ['audit']),
  };
  return deepFreeze({ ...body, hash: hashOf(body) });
}

/** One record for each user: everybody reaches his own, superusers too. */
function accessOf({ single, access = {} }: ObjectDoc): NonNullable<ObjectDoc['access']> {
  if (single !== 'user') return access;
  const mine = { title: '本人的', where: 'createdBy == me.id', always: 'all' } as const;
  return { ...access, rows: { ...access.rows, self: mine } };
}

interface BuiltFields {
  readonly fields: Many<ResolvedField>;
  readonly rules: readonly ResolvedRule[];
  readonly checks: readonly ResolvedCheck[];
}
function buildFields(object: string, merged: ObjectDoc, storage: string, lib: ResolveLib): BuiltFields {
  const fields: { [code: string]: ResolvedField } = {};
  const rules: ResolvedRule[] = [];
  const checks: ResolvedCheck[] = [];
  for (const [code, field] of Object.entries(BASE_FIELDS)) {
    if (storage !== 'none' || code === 'id') fields[code] = baseField(code, field, code);
  }
  for (const [code, field] of Object.entries(merged.fields ?? {})) {
    fields[code] = fieldOf(field, code, code, object);
    if (fields[code].sub === undefined) continue;
    rules.push(...rulesOf(field.rules, `fields.${code}.rules`, code));
    checks.push(...checksOf(field.checks, `fields.${code}.checks`, code));
  }
  const live = liveFormulas(fields, {
    storage,
    ...(lib.isLiveFunction === undefined ? {} : { isLiveFunction: lib.isLiveFunction }),
  });
  return {
    fields: Object.fromEntries(Object.entries(fields).map(([code, field]) => [code, withFormulaAt(field, live)])),
    rules,
    checks,
  };
}
function withFormulaAt(field: ResolvedField, live: ReadonlySet<string>): ResolvedField {
  if (field.sub !== undefined) {
    const inner = Object.entries(field.sub.fields).map(([code, field]) => [code, withFormulaAt(field, live)] as const);
    return { ...field, sub: { ...field.sub, fields: Object.fromEntries(inner) } };
  }
  if (field.formula === undefined) return field;
  return { ...field, readonly: true, formulaAt: live.has(field.path) ? 'live' : 'stored' };
}

/** A rule without any effect (a block's `used` whose fields no object named) is not there. */
function rulesOf(docs: Many<RuleDoc> | undefined, address: string, sub: string | undefined): readonly ResolvedRule[] {
  return Object.entries(docs ?? {}).flatMap(([code, { off: _off, note: _note, on, ...rule }]) => {
    const acts = [rule.show, rule.hide, rule.require, rule.readonly, rule.clear].some(
      (list) => (list?.length ?? 0) > 0,
    );
    if (!acts && rule.service === undefined && Object.keys(rule.set ?? {}).length === 0) return [];
    const within = rule.in ?? sub;
    return [
      {
        ...rule,
        address: `${address}.${code}`,
        ...(within === undefined ? {} : { in: within }),
        ...(on === undefined ? {} : { on: typeof on === 'string' ? [on] : on }),
      },
    ];
  });
}
function checksOf(
  docs: Many<CheckDoc> | undefined,
  address: string,
  sub: string | undefined,
): readonly ResolvedCheck[] {
  return Object.entries(docs ?? {}).map(([code, { off: _off, note: _note, ...check }]) => {
    const within = check.in ?? sub;
    return {
      ...check,
      address: `${address}.${code}`,
      that: check.that ?? '',
      say: check.say ?? '',
      level: check.level ?? 'error',
      ...(within === undefined ? {} : { in: within }),
    };
  });
}

function actionsOf(docs: ObjectDoc['actions'] & object, facts: ObjectFacts): ResolvedObject['actions'] {
  const actions: { [code: string]: ResolvedObject['actions'][string] } = {};
  for (const [code, doc] of Object.entries(docs)) {
    const action = actionOf(doc, code, `actions.${code}`, facts);
    if (action !== undefined) actions[code] = action;
  }
  return actions;
}

/** Keys of list, edit and detail of a view replace the object's, actions merge (§2.2 views). */
function viewOf(view: ViewDoc, code: string, object: ObjectDoc, pages: PageFacts, facts: ObjectFacts): ResolvedView {
  const { off: _off, note: _note, title, list, edit, detail, actions, ...rest } = view;
  const own: PageFacts = { ...pages, route: view.route ?? pages.route };
  const { route: editRoute, ...editRest } = object.edit ?? {};
  const { route: detailRoute, ...detailRest } = object.detail ?? {};
  const editText = {
    ...editRest,
    ...(view.route === undefined && editRoute !== undefined ? { route: editRoute } : {}),
    ...edit,
  };
  const detailText = {
    ...detailRest,
    ...(view.route === undefined && detailRoute !== undefined ? { route: detailRoute } : {}),
    ...detail,
  };
  const layers: readonly Layer[] = [
    { name: OWN, node: { actions: object.actions ?? {} }, over: new Set() },
    { name: OWN, node: { actions: actions ?? {} }, over: new Set() },
  ];
  const notes = new MergeNotes();
  const merged = settle(fold(layers, 'view', `views.${code}`, notes), 'view', `views.${code}`, notes) as ViewDoc;
  return {
    ...rest,
    code,
    title: title ?? code,
    list: listOf({ ...object.list, ...list }, own),
    edit: editOf(editText, own),
    detail: detailOf(detailText, own),
    actions: actionsOf(merged.actions ?? {}, facts),
  };
}

function pick<T extends object, K extends keyof T>(from: T, keys: readonly K[]): Partial<Pick<T, K>> {
  const result: Partial<Pick<T, K>> = {};
  for (const key of keys) if (from[key] !== undefined) result[key] = from[key];
  return result;
}
