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

/** A group or tab by its own words: the tab of 附件 has no title over its fields. */
export const partTitle = (part: { readonly code: string; readonly title?: string; readonly tab?: string }): string =>
  part.title ?? part.tab ?? MARKER_TITLES[part.code] ?? (part.code === 'base' ? '基本信息' : '未命名分组');
