/** The specification's code-to-label maps (§3 there) and the one rule for an unknown value: `--`. */
import type { ResolvedDict } from '../resolved';
import type { Value } from '../value';

export const UNKNOWN_LABEL = '--';

export const CODE_MAPS = {
  completionStatus: { '1': '已完成', '0': '未完成' },
  status: { '1': '确认', '0': '计划' },
  sex: { '1': '男', '0': '女' },
  gender: { '1': '男', '0': '女' },
  isDeleted: { '0': '未删除', '1': '已删除' },
  isDisabled: { '1': '停用', '0': '启用' },
  salaryType: { '10': '计时', '20': '计件' },
  type: { '0': '模拟量', '1': '数字量' },
  displayType: { '0': '实时值', '1': '区间值' },
  modelType: { '10': '区域', '20': '车间', '30': '产线', '40': '加工单元' },
  auditStatus: { '1': '待审核', '2': '已审核', '3': '审核驳回' },
} as const satisfies { readonly [field: string]: { readonly [code: string]: string } };

/**
 * Label of a code: from the dictionary if there is one, else from the specification's map of that field name.
 * Empty is '', a value nobody knows is `--`.
 */
export function labelOfCode(code: Value | undefined, source: ResolvedDict | string | undefined): string {
  if (code === null || code === undefined || code === '') return '';
  const key = String(code);
  if (source === undefined) return UNKNOWN_LABEL;
  if (typeof source === 'string') {
    const map: { readonly [code: string]: string } | undefined = Object.hasOwn(CODE_MAPS, source)
      ? CODE_MAPS[source as keyof typeof CODE_MAPS]
      : undefined;
    return map !== undefined && Object.hasOwn(map, key) ? (map[key] ?? UNKNOWN_LABEL) : UNKNOWN_LABEL;
  }
  return itemsOf(source).get(key) ?? UNKNOWN_LABEL;
}

/** Labels along a path of codes of a tree dictionary, joined by ` / `. */
export function labelOfPath(codes: readonly string[], dict: ResolvedDict | undefined): string {
  return codes.map((code) => labelOfCode(code, dict)).join(' / ');
}

const cache = new WeakMap<ResolvedDict, ReadonlyMap<string, string>>();
function itemsOf(dict: ResolvedDict): ReadonlyMap<string, string> {
  let map = cache.get(dict);
  if (map === undefined) {
    map = new Map(dict.items.map((item) => [item.code, item.title]));
    cache.set(dict, map);
  }
  return map;
}
