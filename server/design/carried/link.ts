/** A link between documents is read as the push of its source that it stands for (registry/doc-links): its texts under the codes of now. */
import type { StepDoc } from '../../../schemas/language/steps';
import { linkPlaces } from '../../records/push/link-place';
import type { DocLink } from '../../registry/doc-links';
import type { Registry } from '../../registry/registry';
import type { DocumentChange } from '../candidate';
import { renamedFields } from '../renames';
import { type Names, namesAfter } from './names';

interface Mapped {
  readonly dst: string;
  readonly expr: string;
}
/** What of a link names fields: of its source, and of the document it makes. */
export interface LinkTexts {
  readonly src: string;
  readonly dst: string;
  readonly condition: string | null;
  readonly srcQty: string | null;
  readonly srcRows: string | null;
  readonly heads: readonly Mapped[];
  readonly lines: readonly Mapped[];
}

/** The same link where it names none of the renamed fields. */
export function linkAfter<Link extends LinkTexts>(link: Link, names: Names, registry: Registry): Link {
  const target = registry.find(link.dst);
  const before = pushOf(link, target && linkPlaces(target)[0]?.sub);
  const after = names.doc(before);
  if (after === before) return link;
  const { when = null, push } = (after as unknown as PushText).actions.kept;
  return {
    ...link,
    condition: when,
    srcQty: push.limit ?? null,
    srcRows: push.rows ?? null,
    heads: mappedAs(link.heads, push.head),
    lines: mappedAs(link.lines, push.map),
  };
}

/** The links of an organisation as they are once the documents are as they would be: rows beside them follow at the publish. */
export function linksAfter(
  links: readonly DocLink[],
  now: Registry,
  changes: readonly Pick<DocumentChange, 'sort' | 'code' | 'before' | 'after'>[],
): readonly DocLink[] {
  if (links.length === 0) return links;
  const renamed = changes.flatMap(({ sort, code, before, after }) =>
    sort === 'object' && before !== undefined && after !== undefined
      ? renamedFields(code, before as unknown as StepDoc, after as unknown as StepDoc)
      : [],
  );
  if (renamed.length === 0) return links;
  const names = namesAfter(renamed, now);
  return links.map((link) => linkAfter(link, names, now));
}

interface PushText {
  readonly actions: {
    readonly kept: {
      readonly when?: string;
      readonly push: {
        readonly rows?: string;
        readonly limit?: string;
        readonly head: { readonly [field: string]: string };
        readonly map: { readonly [field: string]: string };
      };
    };
  };
}
const pushOf = (link: LinkTexts, into: string | undefined): StepDoc => ({
  $schema: 'object/2',
  object: link.src,
  actions: {
    kept: {
      ...(link.condition === null ? {} : { when: link.condition }),
      push: {
        to: link.dst,
        ...(link.srcRows === null ? {} : { rows: link.srcRows }),
        ...(into === undefined ? {} : { into }),
        ...(link.srcQty === null ? {} : { limit: link.srcQty }),
        head: mapOf(link.heads),
        map: mapOf(link.lines),
      },
    },
  },
});
const mapOf = (rows: readonly Mapped[]) => Object.fromEntries(rows.map(({ dst, expr }) => [dst, `=${expr}`]));
/** Each mapping with what is said of it now; of two for one field nothing can be told. */
function mappedAs<Row extends Mapped>(
  rows: readonly Row[],
  said: { readonly [field: string]: string },
): readonly Row[] {
  const now = Object.entries(said);
  if (now.length !== rows.length) return rows;
  return rows.map((row, n) => {
    const [dst = row.dst, expr = `=${row.expr}`] = now[n] ?? [];
    return { ...row, dst, expr: expr.slice(1) };
  });
}
