/**
 * Links between documents as an organisation configured them (object docLink, 20 §7), as changes of the texts of its documents: what it
 * set of the pushes of the product, and pushes of its own. So the engine, buttons, 选单, rights and refusals follow like everything else.
 */
import type { ActionDoc, Literal, Many, ObjectDoc, PushDoc } from '../../schemas/language/document';

export interface DocLink {
  readonly src: string;
  readonly dst: string;
  readonly action: string;
  readonly name: string;
  readonly isSystem: boolean;
  readonly isDisabled: boolean;
  readonly mode: string;
  readonly autoEvent: string | null;
  readonly condition: string | null;
  readonly qtyControl: string;
  /** limit of a line; null = its quantity is not controlled */
  readonly srcQty: string | null;
  readonly srcRows: string | null;
  readonly overRate: number;
  readonly merge: string;
  readonly stamp: boolean;
  readonly saveMode: string;
  readonly heads: readonly DocMapping[];
  readonly lines: readonly DocMapping[];
}
export interface DocMapping {
  readonly dst: string;
  readonly expr: string;
  readonly isSystem: boolean;
}
/** What the links of an organisation did to its documents. */
export interface AppliedLinks {
  /** `<source>.<action>` → the sentence of a switched-off link */
  readonly off: ReadonlyMap<string, string>;
  /** pushes that are the organisation's alone: one that does not hold any more is left out, the others go on */
  readonly own: ReadonlySet<string>;
}
export const linkKey = (source: string, action: string): string => `${source}.${action}`;

const HOW: Readonly<Record<string, NonNullable<PushDoc['how']>>> = { 1: 'push', 2: 'pull', 3: 'both', 4: 'auto' };
const THEN: Readonly<Record<string, NonNullable<PushDoc['then']>>> = { 1: 'edit', 2: 'save', 3: 'audit' };
const PARTNERS = ['supplier', 'customer'];

/** The texts with the links in them; `titles` name the documents in the sentences. */
export function applyLinks(
  docs: readonly ObjectDoc[],
  links: readonly DocLink[],
): { readonly docs: readonly ObjectDoc[]; readonly applied: AppliedLinks } {
  const off = new Map<string, string>();
  const own = new Set<string>();
  const titles = new Map(docs.map(({ object, title }) => [object, title ?? object]));
  const texts = docs.map((doc): ObjectDoc => {
    const actions: { [code: string]: ActionDoc } = {};
    for (const link of links.filter(({ src }) => src === doc.object)) {
      const known = doc.actions?.[link.action];
      if (link.isSystem ? known?.push?.to !== link.dst : known !== undefined || !titles.has(link.dst)) continue;
      const key = linkKey(link.src, link.action);
      if (link.isDisabled) off.set(key, `未启用从「${titles.get(link.src)}」生成「${titles.get(link.dst)}」`);
      if (!link.isSystem) own.add(key);
      actions[link.action] = known ? changed(doc, known, link) : made(doc, link);
    }
    return Object.keys(actions).length === 0 ? doc : { ...doc, actions: { ...doc.actions, ...actions } };
  });
  return { docs: texts, applied: { off, own } };
}

const changed = (doc: ObjectDoc, action: ActionDoc, link: DocLink): ActionDoc => ({
  ...action,
  ...(link.isDisabled ? { at: [] } : {}),
  when: link.condition ?? 'true',
  push: {
    ...action.push!,
    ...waysOf(doc, link),
    ...(link.overRate > 0 && link.srcQty !== null ? { limit: raised(link) } : {}),
    head: { ...action.push?.head, ...mapOf(link.heads.filter(({ isSystem }) => !isSystem)) },
    map: { ...action.push?.map, ...mapOf(link.lines.filter(({ isSystem }) => !isSystem)) },
  },
});
const made = (doc: ObjectDoc, link: DocLink): ActionDoc => ({
  title: link.name,
  at: link.isDisabled ? [] : ['row', 'bulk', 'detail'],
  when: link.condition ?? 'true',
  push: {
    to: link.dst,
    ...(link.srcRows === null ? {} : { rows: link.srcRows }),
    ...waysOf(doc, link),
    limit:
      link.qtyControl === '0' || link.srcQty === null ? 'null' : link.qtyControl === '2' ? raised(link) : link.srcQty,
    stamp: link.stamp,
    head: mapOf(link.heads),
    map: mapOf(link.lines),
  },
});

const raised = ({ srcQty, overRate }: DocLink): string => `(${srcQty}) * (1 + ${overRate} / 100)`;
const mapOf = (rows: readonly DocMapping[]): Many<Literal> =>
  Object.fromEntries(rows.map(({ dst, expr }) => [dst, `=${expr}`]));

/** Who starts it, what becomes of the new document, and which lines share one. */
function waysOf(doc: ObjectDoc, link: DocLink): Pick<PushDoc, 'how' | 'then' | 'after' | 'by'> {
  const how = link.isDisabled ? 'push' : (HOW[link.mode] ?? 'both');
  return {
    how,
    ...(how === 'auto' && link.autoEvent !== null ? { after: link.autoEvent } : {}),
    // biome-ignore lint/suspicious/noThenProperty: a key of the language
    then: THEN[link.saveMode] ?? 'edit',
    ...groupsOf(doc, link),
  };
}
function groupsOf(doc: ObjectDoc, link: DocLink): Pick<PushDoc, 'by'> {
  const at = (field: string): string => (link.srcRows === null ? field : `doc.${field}`);
  if (link.merge === '3') return { by: 'all' };
  const field = mergeField(Object.keys(doc.fields ?? {}), link.merge);
  return field === undefined ? {} : { by: [at(field)] };
}
/** Field of the source whose documents share a target; undefined when it has none. */
export const mergeField = (fields: readonly string[], merge: string): string | undefined =>
  merge === '1'
    ? PARTNERS.find((partner) => fields.includes(partner))
    : merge === '2' && fields.includes('warehouse')
      ? 'warehouse'
      : undefined;
