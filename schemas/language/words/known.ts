/** Titles and labels a text alone does not know, from resolved documents: those of the factory, or of the design. */
import { resolvedAt } from '../resolve/at';
import type { ResolvedDict, ResolvedField, ResolvedObject } from '../resolved';
import type { ResolvedReport } from '../resolved-report';
import { screenTitle, serviceTitle } from '../sorts/texts/programs';
import { type Names, ownOf } from './fields';

export interface KnownDocs {
  object(code: string): ResolvedObject | undefined;
  report(code: string): ResolvedReport | undefined;
  dict(code: string): ResolvedDict | undefined;
  /** title of the menu entry that opens a page made by hand */
  screen?(code: string): string | undefined;
}

/** Names for the document of a code; without an object of that code it names others only. */
export function titlesOf(code: string, known: KnownDocs): Names {
  const own = known.object(code);
  const item = (dict: string, value: string): string | undefined =>
    known.dict(dict)?.items.find((item) => item.code === value)?.title;
  const state = own?.state === undefined ? undefined : own.fields[own.state]?.dict;
  return {
    item,
    state: (value) => (state === undefined ? undefined : item(state, value)),
    dict: (dict) => known.dict(dict)?.title,
    screen: (screen) => known.screen?.(screen) ?? screenTitle(screen),
    service: serviceTitle,
    field: (path) => (own === undefined ? undefined : titleIn(own, path, known)),
    fieldOf: (other, path) => {
      const object = known.object(other);
      if (object !== undefined) return titleIn(object, path, known);
      const report = known.report(other);
      return [report?.dims, report?.measures, report?.params].flatMap(
        (map) => ownOf<{ title: string }>(map, path) ?? [],
      )[0]?.title;
    },
    right: (right) => {
      const [object = '', action = ''] = right.includes(':') ? right.split(':') : [code, right];
      const of = known.object(object);
      const title = ownOf(of?.actions, action)?.title;
      return ownOf(GROUP_TITLES, right) ?? (title === undefined ? undefined : `${of?.title}：${title}`);
    },
    node: (address) => (own === undefined ? undefined : resolvedAt(own, address)),
  };
}

/** Through rows and references: 供应商·名称, 业务日期起. */
function titleIn(object: ResolvedObject, path: string, known: KnownDocs): string | undefined {
  const titles: string[] = [];
  let from: ResolvedObject | undefined = object;
  let fields: ResolvedObject['fields'] | undefined = object.fields;
  let last: ResolvedField | undefined;
  for (const name of path.split('.')) {
    const end = last?.ref === undefined && last?.sub === undefined ? ownOf(ENDS, name) : undefined;
    if (last !== undefined && end !== undefined) {
      titles.push(end);
      continue;
    }
    last = ownOf(fields, name);
    if (last === undefined) return undefined;
    // rows are said by what stands in them
    if (last.sub !== undefined && name !== path.split('.').at(-1)) {
      fields = last.sub.fields;
      continue;
    }
    titles.push(last.title);
    if (last.ref !== undefined && last.ref !== 'self') from = known.object(last.ref);
    fields = last.ref === undefined ? undefined : from?.fields;
  }
  return titles.join('·');
}
/** Fields that one right opens together. */
export const GROUP_TITLES: { readonly [code: string]: string } = {
  price: '价格',
  cost: '成本',
  pay: '工资',
  payTotal: '工资合计',
  privacy: '个人信息',
  reward: '奖惩',
};
const ENDS: { readonly [name: string]: string } = { from: '起', to: '止' };
