/** Fields named in one line: what each of them becomes. */
import { describe, expect, it } from 'vitest';
import { quickFields } from '../../designer/workspace/quick-fields';

const known = {
  objects: [
    { code: 'employee', title: '员工' },
    { code: 'material', title: '物料' },
    { code: 'device', title: '设备' },
  ],
  dicts: [{ code: 'shift', title: '班次' }],
  initials: 'GZJY',
};
const made = (text: string) => quickFields(text, known);
const texts = (text: string) => made(text).map(({ title, field }) => [title, field]);

describe('fields in one line', () => {
  it('are what their titles say', () => {
    expect(texts('借用单号、借用人，借用日期,应还日期；数量 、 外借单位、说明')).toEqual([
      ['借用单号', { kind: 'autoCode', rule: 'GZJY{yyyyMMdd}{seq:4}' }],
      ['借用人', { kind: 'dialogSelect', ref: 'employee' }],
      ['借用日期', { kind: 'date' }],
      ['应还日期', { kind: 'dateCritical' }],
      ['数量', { type: 'decimal' }],
      ['外借单位', { kind: 'input' }],
      ['说明', { kind: 'textarea' }],
    ]);
    expect(texts('设备、班次、是否急用、现场照片')).toEqual([
      ['设备', { kind: 'dialogSelect', ref: 'device' }],
      ['班次', { dict: 'shift' }],
      ['是否急用', { type: 'bool' }],
      ['现场照片', { type: 'file', many: true }],
    ]);
  });
  it('are what their brackets say: an object, a dictionary, a kind, options, a formula', () => {
    expect(texts('工装（物料）、夜班（班次）、尺寸(数字)、交接（签名）')).toEqual([
      ['工装', { kind: 'dialogSelect', ref: 'material' }],
      ['夜班', { dict: 'shift' }],
      ['尺寸', { type: 'decimal' }],
      ['交接', { kind: 'signature' }],
    ]);
    expect(made('状态（待借出，借用中）')).toEqual([
      { title: '状态', said: '单选 待借出/借用中', field: {}, items: ['待借出', '借用中'] },
    ]);
    expect(texts('合计（=长 * 宽）')).toEqual([['合计', { type: 'decimal', formula: '长 * 宽' }]]);
  });
  it('are a must behind a star', () => {
    expect(texts('*借用人')).toEqual([['借用人', { kind: 'dialogSelect', ref: 'employee', required: true }]]);
  });
  it('are nothing without a name, and plain text when nothing else is known', () => {
    expect(made(' 、，（员工）')).toEqual([]);
    expect(texts('别的（没有这种）')).toEqual([['别的', { kind: 'input' }]]);
    expect(made('部件（明细表）')[0]?.said).toBe('单行文字，「明细表」要另外加');
    // a sentence that is being typed is read as far as it goes
    expect(texts('状态（待借出，借')).toEqual([['状态', {}]]);
  });
});
