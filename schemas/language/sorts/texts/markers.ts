/** What the parts that no field stands behind are called: the same on a page, in its designer and in the list of changes. */
export const MARKER_TITLES: { readonly [marker: string]: string } = {
  $own: '自己的内容',
  $extend: '扩展字段',
  $edit: '基本信息',
  $links: '上下游单据',
  $history: '变更记录',
  $flow: '审批轨迹',
  $files: '附件',
  $usage: '引用情况',
  $group: '分组列',
  $slots: '展开列',
  $list: '本列表',
};

interface Part {
  readonly code: string;
  readonly title?: string;
  readonly tab?: string;
  /** titles of what it holds */
  readonly holds?: readonly string[];
}
/** A group or tab by its own words, else by what it holds: the tab of 附件 has no title over its fields. */
export const partTitle = ({ code, title, tab, holds = [] }: Part): string =>
  title ?? tab ?? MARKER_TITLES[code] ?? (code === 'base' ? '基本信息' : heldBy(holds));
const heldBy = (titles: readonly string[]): string =>
  titles.length === 0 ? '空分组' : titles.slice(0, 2).join('、') + (titles.length > 2 ? '等' : '');
/** A group of an object with what it holds. */
export const withHeld = <Of extends Omit<Part, 'holds'>>(
  part: Of & { readonly fields?: readonly { readonly field?: string; readonly title?: string }[] },
  fields: { readonly [code: string]: { readonly title: string } | undefined },
): Of & Part => ({
  ...part,
  holds: (part.fields ?? []).flatMap(({ field, title }) => title ?? fields[field ?? '']?.title ?? []),
});
