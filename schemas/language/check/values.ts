/** Literals and keys that can never hold: defaults their own field refuses, masks of numbers, values nobody gives, names nobody reads. */
import type { Literal, Many } from '../document';
import { kindOf } from '../kinds/index';
import { intoField } from '../record/values';
import { placementKey } from '../resolve/placement';
import type { ResolvedAction, ResolvedField } from '../resolved';
import type { Value } from '../value';
import { filledBy, isGiven, writtenBy } from '../written';
import { factsOf } from './facts';
import type { ObjectCheck, Say } from './object-check';

export function checkValues(check: ObjectCheck): void {
  const { object, say, library, entry } = check;
  const hasModule = library.registry.moduleActions?.(object.object) !== undefined;
  checkGiven(check, hasModule);
  for (const [field, address] of fieldsOf(object.fields, 'fields')) checkValue(field, address, check);
  for (const action of Object.values(object.actions)) {
    const address = `actions.${action.code}`;
    for (const [field, at] of fieldsOf(action.ask ?? {}, `${address}.ask`)) checkValue(field, at, check);
    checkOpen(action, address, check);
  }
  for (const [code, example] of Object.entries(entry.doc.examples ?? {})) {
    const {
      given,
      expect,
      with: beside,
    } = example as {
      readonly given?: Many<unknown>;
      readonly expect?: Many<unknown>;
      readonly with?: readonly Many<unknown>[];
    };
    for (const [n, { $in, ...rec }] of (Array.isArray(beside) ? beside : []).entries()) {
      const at = `examples.${code}.with[${n}]`;
      const target = library.objects.get(String($in))?.object;
      if (target === undefined) say('ref.object', `${at}.$in`, { c: String($in) });
      else
        for (const name of Object.keys(rec))
          if (target.fields[name] === undefined) say('ref.field', `${at}.${name}`, { c: name });
    }
    for (const [key, part] of Object.entries({ given, expect }))
      for (const name of Array.isArray(part) ? [] : Object.keys(part ?? {}))
        if (object.fields[name] === undefined) say('ref.field', `examples.${code}.${key}.${name}`, { c: name });
  }
}

function* fieldsOf(fields: Many<ResolvedField>, address: string): Generator<readonly [ResolvedField, string]> {
  for (const field of Object.values(fields)) {
    if (field.base === true) continue;
    const at = `${address}.${field.code}`;
    yield [field, at];
    if (field.sub !== undefined) yield* fieldsOf(field.sub.fields, `${at}.fields`);
  }
}

function checkValue(field: ResolvedField, address: string, { object, say }: ObjectCheck): void {
  if (field.mask !== undefined && field.type !== 'text') say('mask.type', `${address}.mask`, { f: field.title });
  if (field.at === 'audit' && object.actions.audit === undefined)
    say('code.audit', `${address}.at`, { f: field.title });
  const cases = (field.cases ?? []).map(({ is }) => is);
  const twice = cases.find((is, n) => cases.indexOf(is) !== n);
  if (twice !== undefined) say('code.taken', `${address}.cases`, { c: twice });
  checkDefault(field, address, say);
}

/** A default that is written out passes the field's own check. */
function checkDefault(field: ResolvedField, address: string, say: Say): void {
  const { default: given } = field;
  if (given === undefined || isExpression(given) || field.type === 'dict' || field.sub !== undefined) return;
  const kind = kindOf(field.kind);
  const value = kind.codec === undefined ? (given as Value) : intoField(field, given as Value);
  const [problem] = kind.validate(value, field, { path: address });
  if (problem !== undefined) say('value.default', `${address}.default`, { v: String(given), t: problem.text });
}
const isExpression = (value: Literal): boolean => typeof value === 'string' && value.startsWith('=');

/** A read-only field that must have a value gets it from somewhere. */
function checkGiven({ object, say, library }: ObjectCheck, hasModule: boolean): void {
  if (hasModule || library.registry.moduleActions === undefined) return;
  const set = new Set([
    ...object.rules.flatMap((rule) => Object.keys(rule.set ?? {})),
    ...Object.values(object.actions).flatMap((action) => Object.keys(action.set ?? {})),
  ]);
  const pushed = factsOf(library).isPushedInto(object.object);
  const judge = (fields: Many<ResolvedField>, address: string): void => {
    const filled = filledBy(Object.values(fields));
    for (const field of Object.values(fields)) {
      if (field.sub !== undefined) judge(field.sub.fields, `${address}.${field.code}.fields`);
      if (field.base === true || field.required !== true || !isGiven(field)) continue;
      if (writtenBy(field, filled) !== 'server' || field.default !== undefined || field.inherit !== undefined) continue;
      if (!pushed && !set.has(field.code) && object.state !== field.code)
        say('field.never', `${address}.${field.code}`, { f: field.title });
    }
  };
  judge(object.fields, 'fields');
}

/** keys of an address that are no field: floor mode, scheme */
const HOW: readonly string[] = ['floor', 'full', 'scheme'];
/** What an opened page is given is a field or a search (`s.<code>`) of it, or says how it opens. */
function checkOpen(action: ResolvedAction, address: string, { library, say }: ObjectCheck): void {
  const page = action.open?.page?.split(/[.#]/)[0];
  const opened = page === undefined || page.startsWith('=') ? undefined : library.objects.get(page)?.object;
  if (opened === undefined) return;
  const pages = [opened, ...Object.values(opened.views)];
  const known = new Set([...Object.keys(opened.fields), ...pages.flatMap(({ list }) => list.search.map(placementKey))]);
  for (const code of Object.keys(action.open?.with ?? {}))
    if (!HOW.includes(code) && !known.has(code.startsWith('s.') ? code.slice(2) : (code.split('.')[0] ?? '')))
      say('ref.field', `${address}.open.with.${code}`, { c: code });
}
