/** 28 grants: function codes of a role, chosen in the tree of menus. */
import { defineKind } from './define';
import type { Labels } from './kind';

export const grantsKind = defineKind({
  id: 'grants',
  code: 28,
  title: '权限树',
  types: ['dict'],
  facts: { isWide: true },
  many: 'always',
  control: 'none',
  filters: () => ['empty', 'notEmpty'],
  codec: {
    toText: (value, field, labels) => (Array.isArray(value) ? textOf(value.map(String), field.dict, labels) : ''),
  },
  create: (title) => ({ title, kind: 'grants', dict: 'functionCode' }),
});

/** `采购订单：查看、编辑；物料：查看`: 查看 alone would not say of what. */
const textOf = (codes: readonly string[], dict: string | undefined, labels: Labels | undefined): string => {
  const titles = new Map(
    (dict === undefined ? undefined : labels?.dict?.(dict))?.items.map((item) => [item.code, item.title]),
  );
  const objects = new Map(labels?.dict?.('objectCode')?.items.map((item) => [item.code, item.title]));
  const byObject = new Map<string, string[]>();
  for (const code of codes) {
    const object = code.split(':')[0] ?? '';
    byObject.set(object, [...(byObject.get(object) ?? []), titles.get(code) ?? code]);
  }
  return [...byObject].map(([object, list]) => `${objects.get(object) ?? object}：${list.join('、')}`).join('；');
};
