/** One object with a field for every column feature, and for each feature a column that uses it. */
import type { ObjectDoc, PlacementDoc } from '../../schemas/language/document';
import { resolveObject } from '../../schemas/language/resolve';
import type { Placement } from '../../schemas/language/resolved';

export const doc: ObjectDoc = {
  $schema: 'object/2',
  object: 'gallery',
  title: '样例',
  label: 'code',
  fields: {
    code: { title: '编码', kind: 'input' },
    text: { title: '正文', kind: 'richText' },
    rate: { title: '进度', type: 'decimal', tip: '百分比', placeholder: '0' },
    status: { title: '状态', dict: 'd' },
    image: { title: '图', type: 'file', accept: 'image', card: true },
    pdf: { title: '图纸', type: 'file', accept: 'pdf' },
    other: { title: '附件', type: 'file' },
    owner: { title: '人', ref: 'user', required: true },
    at: { title: '时刻', type: 'datetime' },
    sec: { title: '秒', type: 'int' },
    steps: { title: '步骤', type: 'json' },
    done: { title: '完成', type: 'bool' },
  },
};
export const object = resolveObject(doc, { blocks: new Map() });
/** for each feature a column that uses it, and what the specification gets of it */
export const SAMPLES: { readonly [feature: string]: readonly [PlacementDoc, object] } = {
  width: [
    { field: 'code', width: 300 },
    { width: 300, minWidth: 80 },
  ],
  pin: ['code:pin', { fixed: 'left' }],
  sort: ['code:sort', { sortable: true }],
  align: ['rate', { align: 'right', headerAlign: 'right' }],
  overflow: [{ field: 'code', overflow: false }, { showoverflowtooltip: false }],
  required: ['owner', { required: true }],
  tip: ['rate', { showIcon: true, showTipContent: '百分比', tipContentWidth: 200 }],
  html: ['text', { isHtml: true }],
  progress: ['rate:progress', { isProgress: true }],
  process: ['steps:process', { isProcess: true }],
  scan: ['code:scan', { scanCode: true }],
  placeholder: ['rate', { placeholder: '0' }],
  file: ['image', { fileType: '1', 'list-type': 'picture-card' }],
  penetrate: ['owner', { penetrate: { page: 'user', type: 'detail', relIdField: 'owner' } }],
  group: [{ field: 'rate', group: '组' }, { group: '组' }],
  computed: [{ field: 'x', title: '数', of: 'rate * 2' }, { of: 'rate * 2' }],
  tag: ['status:tag', { as: 'tag', align: 'center', width: 90 }],
  look: ['code:link', { as: 'link' }],
  elapsed: ['at:elapsed', { as: 'elapsed' }],
  duration: ['sec:duration', { as: 'duration' }],
  inline: [{ field: 'code', inline: true }, { inline: true }],
  tone: [{ field: 'code', tone: { danger: 'rate > 5' } }, { tone: { danger: 'rate > 5' } }],
  text: [{ field: 'rate', text: '{rate}%' }, { text: '{rate}%' }],
  max: [{ field: 'rate', max: 10 }, { max: 10 }],
};
export const placed = (item: PlacementDoc): Placement => {
  const made = resolveObject({ ...doc, list: { columns: [item] } }, { blocks: new Map() });
  return made.list.columns[0] as Placement;
};
