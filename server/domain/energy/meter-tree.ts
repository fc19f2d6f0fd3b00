/** 计量表 as a tree (50 §6): what it refuses is said in the words of meters. */
import { TREE_TEXTS, type TreeTexts } from '../tree';

export const METER_TREE: TreeTexts = {
  ...TREE_TEXTS,
  cycle: (codes) => `上级表形成循环：${codes.join(' → ')}`,
};
