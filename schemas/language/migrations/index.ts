/**
 * Texts of before in the language of today: one pure function for each step of a sort, `$schema` says where a text stands. Stored texts
 * come through here when they are read and are rewritten when they are published (§11.1).
 */
import { layOut } from '../canon/layout';
import type { Node } from '../resolve/merge';
import { FILE_SORTS } from '../sorts/index';
import { given, type Step } from '../steps/step';
import type { Json } from '../value';
import { documentOf2, overlayOf2, stepsOf2 } from './object-2';

/** Numbers the language that steps and packages are written in; grows with every entry below. */
export const LANGUAGE = 2;
const MIGRATIONS: { readonly [schema: string]: (doc: Node) => Node } = {
  'object/1': (doc) => documentOf2(doc),
  'block/1': (doc) => documentOf2(doc),
  'overlay/1': overlayOf2,
};

/** A document or an overlay as it is written today; one of today is the same value. */
export function migrate<T extends object>(doc: T): T {
  let now = doc as Node;
  for (let step = stepFrom(now); step !== undefined; step = stepFrom(now)) now = step(now);
  return now as T;
}
const stepFrom = ({ $schema }: Node): ((doc: Node) => Node) | undefined =>
  typeof $schema === 'string' && Object.hasOwn(MIGRATIONS, $schema) ? MIGRATIONS[$schema] : undefined;

/** The same of a stored text; what is of today, or no document, stays as it is to the byte. */
export function migrateText(text: string): string {
  let doc: unknown;
  try {
    doc = JSON.parse(text);
  } catch {
    return text;
  }
  if (typeof doc !== 'object' || doc === null || stepFrom(doc as Node) === undefined) return text;
  const now = migrate(doc as Node);
  const sort = FILE_SORTS[String(now.$schema)];
  return sort === undefined ? `${JSON.stringify(now, null, 2)}\n` : layOut(now, sort);
}

/** Where steps of before were made. */
export interface StepsFrom {
  readonly language: number;
  /** sort of the document they are put on */
  readonly sort: string;
  /** it is a shipped one, its blocks merged in */
  readonly isShipped: boolean;
}
/** Steps as they are put on the text of today. */
export function migrateSteps(steps: readonly Step[], { language, sort, isShipped }: StepsFrom): readonly Step[] {
  const of2 = language < 2 ? stepsOf2(steps, sort, isShipped) : steps;
  return of2.map((step) => withToday(step));
}
/** A step at the address '' brings or takes a whole document. */
function withToday(step: Step): Step {
  if (!('set' in step) || step.set !== '') return step;
  return { set: '', ...given('to', today(step.to)), ...given('was', today(step.was)) };
}
const today = (value: Json | undefined): Json | undefined =>
  typeof value === 'object' && value !== null ? migrate(value) : value;
