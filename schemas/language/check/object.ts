/** What an object must mean (§11.3): its fields, expressions, rules, lists, actions, pushes and imports. */

import { isRules, parseRule } from '../code-rule';
import type { ObjectDoc } from '../document';
import type { ExprProblem } from '../expr/problem';
import { LIST_PLACES, PICK_PLACES, sqlProblems } from '../expr/sql-form';
import type { Bound } from '../expr/typed';
import { isProtected } from '../protected';
import { modelOf } from '../record/model';
import { provenanceOf } from '../resolve';
import { BUILT_INS, isBuiltIn } from '../resolve/actions';
import type { ResolvedObject } from '../resolved';
import { text } from '../texts';
import { type Problem, problem } from '../value';
import { checkAccess } from './access';
import { checkClashes } from './clashes';
import { checkFields } from './fields';
import { checkFloors } from './floor';
import { checkAudit } from './flow-starts';
import { askedOf, leakOf, noId } from './judge';
import { checkKept } from './kept';
import type { Library, ObjectEntry } from './library';
import { checkLists } from './lists';
import { checkLoops } from './loops';
import type { ObjectCheck, Say } from './object-check';
import { fieldAt } from './paths';
import { bindPlace, type ExprPlace, placesOf } from './places';
import { checkPushes } from './push';
import { checkState } from './state';
import { checkValues } from './values';

export function checkObject(entry: ObjectEntry, library: Library): readonly Problem[] {
  const problems: Problem[] = [...entry.problems.filter((problem) => problem.code !== 'ref.block')];
  const say: Say = (code, address, terms = {}, level) => {
    problems.push(problem(code, address, text(code, terms), level));
  };
  const bound = new Map<string, readonly Bound[]>();
  const { object } = entry;
  for (const place of placesOf(object, entry.type, library.types)) {
    if (isInherited(place, object)) continue;
    const parts = judge(place, problems);
    if (parts !== undefined) bound.set(place.address, parts);
  }
  const check: ObjectCheck = { entry, object, library, say, bound };
  for (const problem of modelOf(object, library.types).problems) {
    if (problem.code === 'formula.cycle' || problem.code === 'on.cycle') problems.push(problem);
  }
  checkMissing(check);
  checkNumberRules(check, problems);
  checkState(check);
  checkAudit(object, library, say);
  checkKept(check);
  checkFields(check);
  checkRules(check);
  checkLists(check);
  checkActions(check);
  checkFloors(check);
  checkPushes(check);
  checkLoops(check);
  checkImports(check);
  checkAccess(check);
  checkClashes(check);
  checkValues(check);
  return problems.map((found) => withOrigin(found, object, library));
}

/** A mistake at a line that a block brought says which block: the line itself stands in no text of the object. */
function withOrigin(found: Problem, object: ResolvedObject, library: Library): Problem {
  const from = provenanceOf(object);
  for (let at = found.path; at !== ''; at = at.slice(0, Math.max(0, at.search(/[.[][^.[]*$/)))) {
    const origin = from.get(at);
    if (origin === undefined) continue;
    const block = library.blocks.get(origin);
    return block === undefined
      ? found
      : { ...found, text: `${found.text}（由use带入：区块「${block.title}」${origin}）` };
  }
  return found;
}

/** Lists of views repeat the object's; what is the same is told there. */
function isInherited(place: ExprPlace, object: ResolvedObject): boolean {
  const match = /^views\.(\w+)\.(list|edit|detail|actions)/.exec(place.address);
  return match?.[1] !== undefined && !ownsAddress(object, place.address);
}
function ownsAddress(object: ResolvedObject, address: string): boolean {
  const from = provenanceOf(object);
  return (
    from.has(address) || [...from.keys()].some((key) => key.startsWith(`${address}.`) || key.startsWith(`${address}[`))
  );
}

/** Types one place; problems get its address. */
function judge(place: ExprPlace, problems: Problem[]): readonly Bound[] | undefined {
  const bound = bindPlace(place);
  if (Array.isArray(bound)) {
    for (const eachProblem of bound as readonly ExprProblem[]) {
      const isFunction = eachProblem.missing?.sort === 'function';
      problems.push(problem(isFunction ? 'ref.function' : eachProblem.code, place.address, eachProblem.text));
    }
    return undefined;
  }
  const typed = bound as Exclude<typeof bound, readonly unknown[]>;
  const parts: readonly Bound[] =
    'parts' in typed ? typed.parts.flatMap((part) => ('bound' in part ? [part.bound] : [])) : [typed as Bound];
  for (const part of parts) {
    const places = place.env.candidate === undefined ? LIST_PLACES : PICK_PLACES;
    for (const eachProblem of place.sql === true ? sqlProblems(part, places) : [])
      problems.push(problem(eachProblem.code, place.address, eachProblem.text));
    const leak = place.into === undefined ? undefined : leakOf(part, place.into.grant);
    if (leak !== undefined) problems.push(problem('grant.leak', place.address, text('grant.leak', { f: leak })));
    const asked = place.stored === true ? askedOf(part) : undefined;
    if (asked !== undefined) problems.push(problem('expr.asked', place.address, text('expr.asked', { f: asked })));
    const said = noId(part);
    if (said !== undefined) problems.push(problem('expr.id', place.address, text('expr.id', { v: said })));
    if (place.want?.t === 'bool' && part.k === 'lit' && part.value === false) {
      problems.push(problem('rule.never', place.address, text('rule.never'), 'warn'));
    }
  }
  return parts;
}

/** What no text of the object or its blocks says but must be said. */
function checkMissing({ object, say }: ObjectCheck): void {
  const from = provenanceOf(object);
  const need = (address: string, key: string): void => {
    if (!from.has(`${address}.${key}`)) say('key.missing', address, { k: key });
  };
  for (const field of Object.values(object.fields)) {
    if (field.base === true) continue;
    need(`fields.${field.code}`, 'title');
    for (const inner of Object.values(field.sub?.fields ?? {}))
      if (inner.base !== true) need(`fields.${field.code}.fields.${inner.code}`, 'title');
  }
  for (const scheme of object.list.schemes) need(`list.schemes.${scheme.code}`, 'title');
  for (const view of Object.values(object.views)) need(`views.${view.code}`, 'title');
  for (const action of Object.values(object.actions)) {
    if (!action.builtIn) need(`actions.${action.code}`, 'title');
    for (const answer of Object.keys(action.ask ?? {}))
      if (from.has(`actions.${action.code}.ask`)) need(`actions.${action.code}.ask.${answer}`, 'title');
  }
  for (const check of object.checks) {
    if (check.that === '') say('key.missing', check.address, { k: 'that' });
    if (check.say.trim() === '') say('check.say', check.address);
  }
  for (const action of Object.values(object.actions)) {
    for (const check of action.checks ?? []) if (check.say.trim() === '') say('check.say', check.address);
  }
  const isWithout = object.single !== undefined && object.single !== false;
  if (object.label.length === 0 && !isWithout && object.storage !== 'none') say('list.label', 'label');
}

/** Number rules have a small syntax of their own (§6.5). */
function checkNumberRules({ object, entry, library }: ObjectCheck, problems: Problem[]): void {
  for (const field of Object.values(object.fields)) {
    for (const eachField of [field, ...Object.values(field.sub?.fields ?? {})]) {
      if (eachField.rule === undefined) continue;
      const sub = eachField === field ? undefined : field.code;
      const address =
        sub === undefined ? `fields.${eachField.code}.rule` : `fields.${sub}.fields.${eachField.code}.rule`;
      const parsed = parseRule(eachField.rule, {
        lib: library.types,
        object: entry.type,
        ...(sub === undefined ? {} : { sub }),
      });
      if (!isRules(parsed)) problems.push(...parsed.map((wrong) => problem(wrong.code, address, wrong.text)));
    }
  }
}

/** A rule with `on` runs at a change and is over; one without holds as long as its condition does. */
const ON_CHANGE = ['set', 'clear', 'service', 'confirm'] as const;
const STANDING = ['show', 'hide', 'require', 'readonly', 'except', 'say'] as const;

function checkRules(check: ObjectCheck): void {
  const { object, say, library, entry } = check;
  const parts = new Set(
    [object.edit, object.detail, ...Object.values(object.views).flatMap((view) => [view.edit, view.detail])].flatMap(
      (page) => ('groups' in page ? page.groups : page.tabs).map((part) => part.code),
    ),
  );
  const states = new Map<string, string>();
  for (const rule of object.rules) {
    const sub = rule.in;
    if (sub !== undefined && object.fields[sub]?.sub === undefined) {
      say('ref.field', rule.address, { c: sub });
      continue;
    }
    for (const key of rule.on === undefined ? ON_CHANGE : STANDING)
      if (rule[key] !== undefined) say('rule.idle', `${rule.address}.${key}`, { k: key }, 'warn');
    for (const key of ['show', 'hide', 'require', 'readonly', 'except', 'clear', 'on'] as const) {
      for (const code of rule[key] ?? []) {
        if (code === '*') continue;
        if (code.startsWith('@')) {
          if (!parts.has(code.slice(1))) say('ref.part', `${rule.address}.${key}`, { c: code });
        } else if (code.startsWith('!')) {
          if (object.actions[code.slice(1)] === undefined) say('ref.action', `${rule.address}.${key}`, { c: code });
        } else if (fieldAt(code, entry.type, library.types, sub) === undefined)
          say('ref.field', `${rule.address}.${key}`, { c: code });
      }
    }
    for (const code of [...Object.keys(rule.set ?? {}), ...(rule.clear ?? [])])
      checkWritten(check, code, sub, `${rule.address}.set`);
    for (const [key, opposite] of [
      ['show', 'hide'],
      ['hide', 'show'],
    ] as const) {
      for (const code of rule[key] ?? []) {
        const place = `${rule.when ?? 'true'}|${sub ?? ''}|${code}|`;
        const other = states.get(place + opposite);
        if (other !== undefined) say('rule.conflict', rule.address, { a: other, b: rule.address });
        states.set(place + key, rule.address);
      }
    }
  }
}

/** A field that something writes exists and is no formula. */
export function checkWritten(
  { entry, library, say }: ObjectCheck,
  code: string,
  sub: string | undefined,
  address: string,
): void {
  const target = fieldAt(code, entry.type, library.types, sub);
  if (target === undefined) say('ref.field', address, { c: code });
  else if (target === 'any') return;
  else if (target.formulaAt !== undefined) say('formula.write', address, { f: code });
  else if (isProtected(code.split('.').at(-1) ?? code)) say('protected.write', address, { f: code });
}

function checkActions(check: ObjectCheck): void {
  const { object, say, entry, library } = check;
  const doc = entry.doc as ObjectDoc;
  const effects = ['set', 'push', 'open', 'print', 'shows', 'auto', 'draft'] as const;
  const module = library.registry.moduleActions?.(object.object);
  for (const [code, text] of Object.entries(doc.actions ?? {})) {
    if (text.off !== true && isBuiltIn(code) && effects.some((key) => text[key] !== undefined))
      say('action.verb', `actions.${code}`, { c: code });
  }
  for (const action of Object.values(object.actions)) {
    const address = `actions.${action.code}`;
    if (action.in !== undefined && object.fields[action.in]?.sub === undefined)
      say('ref.field', `${address}.in`, { c: action.in });
    for (const code of Object.keys(action.set ?? {})) checkWritten(check, code, action.in, `${address}.set`);
    if (action.builtIn) continue;
    const does = action.to !== undefined || effects.some((key) => action[key] !== undefined);
    if (!does && library.registry.moduleActions !== undefined && module?.includes(action.code) !== true)
      say('action.empty', address);
    if (action.to !== undefined && action.from === undefined) say('action.from', address);
  }
  const ofViews = Object.values(object.views).flatMap(({ actions }) => Object.keys(actions ?? {}));
  for (const code of module ?? []) {
    if (object.actions[code] === undefined && !ofViews.includes(code) && !Object.hasOwn(BUILT_INS, code))
      say('action.unknown', 'actions', { c: code });
  }
}

function checkImports({ object, entry, library, say }: ObjectCheck): void {
  for (const [code, template] of Object.entries(object.import)) {
    const names = [
      ...(template.columns ?? []).map((column) => (typeof column === 'string' ? column : column.field)),
      ...(template.key ?? []),
    ];
    for (const name of names)
      if (fieldAt(name, entry.type, library.types) === undefined) say('import.field', `import.${code}`);
    // what tells rows apart is a column of the sheet
    const subs = new Set(names.flatMap((name) => (name.includes('.') ? [name.split('.')[0]] : [])));
    for (const name of template.rows ?? [])
      if (![...subs].some((sub) => names.includes(`${sub}.${name}`))) say('import.field', `import.${code}.rows`);
  }
  for (const [code, unique] of Object.entries(object.unique)) {
    for (const name of [...unique.fields, ...(unique.during ?? [])])
      if (fieldAt(name, entry.type, library.types) === undefined) say('ref.field', `unique.${code}`, { c: name });
    const days = unique.during?.map((name) => {
      const field = fieldAt(name, entry.type, library.types);
      return field === 'any' ? undefined : field?.type;
    });
    if (days !== undefined && (days.length !== 2 || days.some((type) => type !== undefined && type !== 'date')))
      say('unique.during', `unique.${code}`);
  }
  for (const list of object.index) {
    for (const name of list)
      if (fieldAt(name.replace(/^-/, ''), entry.type, library.types) === undefined)
        say('ref.field', 'index', { c: name });
  }
  for (const label of [...object.label, ...(object.tree === undefined ? [] : [object.tree])]) {
    const field = fieldAt(label, entry.type, library.types);
    if (field === undefined) say('ref.field', 'label', { c: label });
    // what a reference shows is read by everybody who sees the reference
    else if (field !== 'any' && field.grant !== undefined) say('grant.leak', 'label', { f: field.title });
  }
}
