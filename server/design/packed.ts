/**
 * What goes with an app when it leaves: its documents, the flows and prints of its objects wherever they stand, and whatever of other
 * apps any of them names. Read by name: a word too many carries a document too many, one too few would not open.
 */
import type { AnyDoc, DictionariesDoc, SettingsDoc } from '../../schemas/language/document';
import type { FlowDoc } from '../../schemas/language/flow/document';
import { addressOfStep, type OverlayDoc, splitAddress } from '../../schemas/language/steps';
import type { StoredDocument } from './documents';
import { OWN_CODE, type Sort } from './sorts';

export type Packable = Pick<StoredDocument, 'id' | 'sort' | 'code' | 'area' | 'isOverlay' | 'text'>;
export interface Packed<D extends Packable> {
  readonly doc: D;
  /** the app it stands in, where that is another one */
  readonly area?: string;
}
/** sorts that a word of another document can mean; a menu belongs to its app alone */
const NAMED: ReadonlySet<Sort> = new Set<Sort>([
  'object',
  'block',
  'report',
  'board',
  'print',
  'flow',
  'dictionaries',
  'settings',
]);

/** `areaOf`: the app an object stands in, shipped ones too. */
export function packed<D extends Packable>(
  all: readonly D[],
  app: string,
  areaOf: (object: string) => string | undefined,
): readonly Packed<D>[] {
  // a flow decides an object and stands in its app, whatever list it was made from
  const homes = new Map(all.map((doc) => [doc.id, areaOf(decidedBy(doc) ?? '') ?? doc.area]));
  const found = new Map<string, Packed<D>>();
  const take = (doc: D): void => {
    const area = homes.get(doc.id);
    if (!found.has(doc.id)) found.set(doc.id, { doc, ...(area === undefined || area === app ? {} : { area }) });
  };
  for (const doc of all) if (doc.area === app || homes.get(doc.id) === app) take(doc);
  const others = all
    .filter((doc) => !found.has(doc.id) && NAMED.has(doc.sort))
    .map((doc) => ({ doc, decides: decidedBy(doc), names: brings(doc) }));
  // what is taken may name more
  for (const { doc: taken } of found.values()) {
    const words = wordsIn(taken.text);
    const isNamed = (name: string): boolean => (name.includes('.') ? taken.text.includes(name) : words.has(name));
    for (const { doc, decides, names } of others)
      if (names.some(isNamed) || (taken.sort === 'object' && decides === taken.code)) take(doc);
  }
  return [...found.values()];
}

/** The object a flow decides. */
const decidedBy = ({ sort, text, isOverlay }: Packable): string | undefined =>
  sort === 'flow' && !isOverlay ? (JSON.parse(text) as FlowDoc).object : undefined;

/** Names by which others mean what a document brings. */
function brings({ sort, code, text, isOverlay }: Packable): readonly string[] {
  if (isOverlay)
    return (JSON.parse(text) as OverlayDoc).steps.flatMap((step) =>
      'insert' in step ? [splitAddress(addressOfStep(step)).key].filter((key) => OWN_CODE.test(key)) : [],
    );
  const doc = JSON.parse(text) as AnyDoc;
  if (sort === 'dictionaries') return Object.keys((doc as DictionariesDoc).dicts ?? {});
  return sort === 'settings' ? Object.keys((doc as SettingsDoc).keys ?? {}) : [code];
}
const wordsIn = (text: string): ReadonlySet<string> => new Set(text.match(/[A-Za-z][A-Za-z0-9]*/g) ?? []);
