/** Where the conditions of a page stand, and a kept one as a tree. */
import { type Condition, type ConditionPlace, conditionTree } from '../../schemas/language/condition/index';
import { toObjectType } from '../../schemas/language/object-type';
import type { ObjectType, ResolvedObject } from '../../schemas/language/resolved';
import type { Page } from '../page/index';

const types = new WeakMap<ResolvedObject, ObjectType>();
/** Where conditions of a list stand. */
export const placeOf = (page: Page): ConditionPlace => {
  const object = types.get(page.object) ?? toObjectType(page.object);
  types.set(page.object, object);
  return { lib: page.lib, object };
};
/** A text that the page's own types do not know whole stays one expression. */
export const treeOf = (page: Page, where: string | Condition): Condition =>
  typeof where === 'string' ? (conditionTree(where, placeOf(page)).tree ?? { expr: where }) : where;
