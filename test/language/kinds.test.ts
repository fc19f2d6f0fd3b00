import { describe, expect, it } from 'vitest';
import { CODE_MAPS, labelOfCode } from '../../schemas/language/codec/code-map';
import { fileSortOf, readFiles } from '../../schemas/language/codec/file-list';
import type { FieldDoc } from '../../schemas/language/document';
import { kindOf } from '../../schemas/language/kinds/index';
import type { ValidateScope } from '../../schemas/language/kinds/kind';
import { matchesPattern } from '../../schemas/language/kinds/patterns';
import { resolveField } from '../../schemas/language/resolve';
import type { Value } from '../../schemas/language/value';

const texts = (doc: FieldDoc, value: Value, scope: Partial<ValidateScope> = {}): readonly string[] => {
  const field = resolveField(doc, 'f', 'f');
  return kindOf(field.kind)
    .validate(value, field, { path: 'f', ...scope })
    .map((problem) => problem.text);
};
const read = (doc: FieldDoc, wire: unknown): unknown => {
  const field = resolveField(doc, 'f', 'f');
  const decoded = kindOf(field.kind).codec.fromWire(wire, field);
  return 'problem' in decoded ? decoded.problem.code : decoded.value;
};

describe('limits in the order of the reference', () => {
  it.each<[string, FieldDoc, Value, readonly string[]]>([
    ['length', { title: '名称', kind: 'input', max: 3 }, '四个汉字', ['名称最多3个字']],
    ['length counts characters, not units', { title: '名称', kind: 'input', max: 2 }, '😀😀', []],
    ['short', { title: '名称', kind: 'input', min: 3 }, 'ab', ['名称至少3个字']],
    ['number below', { title: '数量', type: 'decimal', min: 0 }, -1, ['数量不能小于0']],
    ['number above', { title: '数量', type: 'decimal', max: 100 }, 100.5, ['数量不能大于100']],
    [
      'limits before scale',
      { title: '数量', type: 'decimal', max: 1, scale: 2 },
      1.234,
      ['数量不能大于1', '数量最多2位小数'],
    ],
    ['default scale is 4', { title: '数量', type: 'decimal' }, 1.23456, ['数量最多4位小数']],
    ['too many digits', { title: '数量', type: 'decimal' }, Number('1234567890123.4567'), ['数值超出范围']],
    ['date early', { title: '到货', kind: 'date', min: '2026-01-10' }, '2026-01-09', ['到货不能早于2026-01-10']],
    ['datetime against a day', { title: '到货', type: 'datetime', max: '2026-01-10' }, '2026-01-10 23:00:00', []],
    [
      'range order',
      { title: '时段', kind: 'datetimeRange' },
      ['2026-01-02 00:00:00', '2026-01-01 00:00:00'],
      ['时段的结束不能早于开始'],
    ],
    [
      'range hours',
      { title: '时段', kind: 'datetimeRange', max: 8 },
      ['2026-01-01 00:00:00', '2026-01-01 09:00:00'],
      ['时段不能超过8小时'],
    ],
    ['count', { title: '类别', kind: 'multipleCheck', dict: 'd', max: 1 }, ['1', '2'], ['类别最多选择1项']],
    ['pattern', { title: '电话', kind: 'input', pattern: 'phone' }, '12', ['电话格式不正确']],
    ['code', { title: '编码', kind: 'input', pattern: 'code' }, 'A 1', ['编码只能包含字母、数字和「-_./」']],
    [
      'identity number',
      { title: '身份证号', kind: 'input', pattern: 'idCard' },
      '110105194912310021',
      ['身份证号校验位不正确，请核对'],
    ],
    [
      'credit code has its own sentence',
      { title: '代码', kind: 'input', pattern: 'creditCode' },
      '91350100M000100Y44',
      ['统一社会信用代码校验不通过'],
    ],
    [
      'picture',
      { title: '图片', type: 'file', accept: 'image' },
      [{ id: 'a', name: 'a.pdf', size: 1 }],
      ['图片的文件格式不正确'],
    ],
    [
      'file size',
      { title: '图片', type: 'file', size: 1 },
      [{ id: 'a', name: 'a.pdf', size: 2_000_000 }],
      ['图片的文件不能超过1MB'],
    ],
    ['colour', { title: '颜色', kind: 'colour' }, 'red', ['颜色格式不正确']],
  ])('%s', (_name, doc, value, expected) => {
    expect(texts(doc, value)).toEqual(expected);
  });

  it('takes limits and units from the host', () => {
    const doc: FieldDoc = { title: '数量', type: 'decimal', max: '=doc.open', unit: 'unit' };
    expect(texts(doc, 6, { limit: (key) => (key === 'max' ? 5 : null) })).toEqual(['数量不能大于5']);
    expect(texts(doc, 2.5, { unit: () => ({ decimals: 0, name: '件' }) })).toEqual(['单位「件」最多0位小数']);
    expect(texts(doc, 99)).toEqual([]);
  });

  it('knows the codes of a dictionary, also retired ones', () => {
    const dict = () => ({
      code: 'd',
      title: 'd',
      version: '',
      items: [
        { code: '10', title: '一' },
        { code: '20', title: '二', off: true },
      ],
    });
    expect(texts({ title: '状态', dict: 'd' }, '20', { dict })).toEqual([]);
    expect(texts({ title: '状态', dict: 'd' }, '30', { dict })).toEqual(['状态没有该选项：30']);
  });
});

describe('reading', () => {
  it('normalises dates and moments', () => {
    expect(read({ title: 'd', type: 'datetime' }, '2026-01-15T00:00:00.000Z')).toBe('2026-01-15 08:00:00');
    expect(read({ title: 'd', type: 'datetime' }, '2026-01-15T08:00:00+08:00')).toBe('2026-01-15 08:00:00');
    expect(read({ title: 'd', kind: 'date' }, '2026-01-14T16:00:00Z')).toBe('2026-01-15');
    expect(read({ title: 'd', kind: 'date', format: 'month' }, '2026-01')).toBe('2026-01-01');
    expect(read({ title: 'd', type: 'time' }, '8:30')).toBe('08:30:00');
  });
  it('keeps numbers of fifteen digits and refuses more', () => {
    expect(read({ title: 'n', type: 'decimal' }, '12345678901.2345')).toBe(12345678901.2345);
    expect(read({ title: 'n', type: 'decimal' }, '1.50')).toBe(1.5);
    expect(read({ title: 'n', type: 'decimal' }, '123456789012.34567')).toBe('field.digits');
    expect(Object.is(read({ title: 'n', type: 'decimal' }, -0), 0)).toBe(true);
  });
  it('folds case, sorts dates, takes lists of labelled references', () => {
    const id = '018F0000-0000-7000-8000-00000000000A';
    expect(read({ title: 't', kind: 'input', case: 'upper' }, 'ab中')).toBe('AB中');
    expect(read({ title: 't', kind: 'multiDate' }, ['2026-02-01', '2026-01-01', '2026-02-01'])).toEqual([
      '2026-01-01',
      '2026-02-01',
    ]);
    expect(read({ title: 't', kind: 'commonMultipleCheck', ref: 'user' }, [{ id, label: '甲' }, id])).toEqual([
      id.toLowerCase(),
    ]);
  });
});

describe('patterns', () => {
  it.each([
    ['phone', '13800138000', true],
    ['phone', '0571-88888888', true],
    ['phone', '1380013800', false],
    ['idCard', '11010519491231002X', true],
    ['idCard', '110105194912310021', false],
    // its check digit is right, the day is none
    ['idCard', '110105194902310026', false],
    ['creditCode', '91350100M000100Y43', true],
    ['ean13', '6901234567892', true],
    ['ean13', '6901234567893', false],
    ['cidr', '10.0.0.0/8', true],
    ['cidr', '10.0.0.256', false],
    ['plate', '浙A12345', true],
    ['decimal4', '1.23456', false],
    ['nosuch', 'a', false],
  ] as const)('%s %s', (word, value, expected) => {
    expect(matchesPattern(word, value)).toBe(expected);
  });
});

describe('labels of codes', () => {
  it('has every map of the specification', () => {
    expect(Object.keys(CODE_MAPS).sort()).toEqual(
      [
        'auditStatus',
        'completionStatus',
        'displayType',
        'gender',
        'isDeleted',
        'isDisabled',
        'modelType',
        'salaryType',
        'sex',
        'status',
        'type',
      ].sort(),
    );
    expect(labelOfCode('2', 'auditStatus')).toBe('已审核');
    expect(labelOfCode('30', 'modelType')).toBe('产线');
  });
  it('shows -- for what nobody knows and nothing for empty', () => {
    const dict = { code: 'd', title: 'd', version: '', items: [{ code: '10', title: '一' }] };
    expect(labelOfCode('99', dict)).toBe('--');
    expect(labelOfCode('9', 'auditStatus')).toBe('--');
    expect(labelOfCode('toString', 'constructor')).toBe('--');
    expect(labelOfCode(null, dict)).toBe('');
    expect(labelOfCode('10', dict)).toBe('一');
  });
});

it('tells files apart as the specification does', () => {
  expect([fileSortOf('a.PNG'), fileSortOf('a.pdf'), fileSortOf('a.docx'), fileSortOf('noending')]).toEqual([
    '1',
    '2',
    '3',
    '3',
  ]);
  expect(readFiles([{ id: 'a' }, 'a', 'b'])?.map((file) => file.id)).toEqual(['a', 'b']);
  expect(readFiles([{ name: 'x' }])).toBeUndefined();
});
