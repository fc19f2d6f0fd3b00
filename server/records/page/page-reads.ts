import { depsOf } from '../../../schemas/language/expr/deps';
import type { ResolvedObject } from '../../../schemas/language/resolved';
import { memo } from '../../registry/memo';
import type { Page } from '../../registry/pages';
import { bindText } from '../expression';
import type { EngineCtx } from '../host';

const queried = new WeakMap<Page, readonly ResolvedObject[]>();
/** Objects that the columns of a page query in the viewer's rows. */
export const queriedBy = (ctx: EngineCtx, page: Page): readonly ResolvedObject[] =>
  memo(queried, page, () => {
    const { lib } = ctx.registry;
    const texts = [
      ...columnsOf(page).flatMap((column) => column.of ?? []),
      ...Object.values(page.list.summary).filter((word) => !/^[a-z]+$/.test(word)),
    ];
    const codes = texts.flatMap(
      (text) => depsOf(bindText(lib, page.object.object, text, { rowsAtHand: true })).queries,
    );
    return [...new Set(codes)].flatMap((code) => ctx.registry.find(code) ?? []);
  });

const hopped = new WeakMap<Page, readonly ResolvedObject[]>();
/** Objects whose fields stand on a page behind a reference. */
export const hoppedBy = (ctx: EngineCtx, page: Page): readonly ResolvedObject[] =>
  memo(hopped, page, () => {
    const { object, list } = page;
    const paths = [
      ...columnsOf(page).flatMap((column) => column.field ?? []),
      ...list.search.flatMap((item) => item.field ?? []),
      ...(page.floor?.card ?? []),
    ];
    const codes = paths.flatMap((path) => {
      const [first = '', second] = path.split('.');
      const field = object.fields[first];
      return second === undefined || field?.ref === undefined ? [] : [field.ref === 'self' ? object.object : field.ref];
    });
    return [...new Set(codes)].flatMap((code) => ctx.registry.find(code) ?? []);
  });

const columnsOf = (page: Page) => [
  ...page.list.columns,
  ...page.list.schemes.flatMap((scheme) => scheme.columns ?? []),
];
