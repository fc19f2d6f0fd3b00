export { type ConditionPlace, fieldAt } from './fields';
export { bindConditionTree, conditionAst, conditionText } from './to-text';
export { conditionTree, type Treed } from './to-tree';
export {
  asJson,
  CONDITION_LIMITS,
  type Condition,
  isAll,
  isAny,
  isExprLeaf,
  isExprValue,
  isLeaf,
  isNot,
  isRel,
  type Leaf,
  type LeafValue,
  leafCount,
  type RelValue,
  readCondition,
  withoutEmpty,
} from './tree';
