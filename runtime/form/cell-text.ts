/** Cells as text and text as cells: what a grid shows, what its editor starts with, and how typed or pasted text is read. */
import { fitsDigits, formatNum } from '../../schemas/language/codec/decimal';
import { isMoney } from '../../schemas/language/codec/shown';
import { isMany, kindOf, valueOfCode } from '../../schemas/language/kinds/index';
import type { Labels } from '../../schemas/language/kinds/kind';
import { readDate, readDateTime, readTime } from '../../schemas/language/kinds/reading';
import type { ResolvedField } from '../../schemas/language/resolved';
import type { Value } from '../../schemas/language/value';
import type { Option } from '../fields/input-props';
import { readTexts } from '../fields/shared/texts';
import type { Parsed } from '../grid/types';

export interface TextContext extends Labels {
  /** object a reference points to */
  target(field: ResolvedField): string;
  options(field: ResolvedField): readonly Option[];
  /** today, `YYYY-MM-DD` */
  readonly today: string;
}

export function cellText(value: Value | undefined, field: ResolvedField, context: TextContext): string {
  if (value === null || value === undefined) return '';
  if (field.type === 'bool') return value === true ? '✓' : '';
  if (field.type === 'ref') {
    const ids = isMany(field) ? (value as readonly string[]) : [String(value)];
    return ids.map((id) => context.label?.(context.target(field), id) ?? '').join('、');
  }
  if (field.options !== undefined && (typeof value === 'string' || field.type === 'int')) {
    const code = String(value);
    return context.options(field).find((option) => option.value === code)?.label ?? code;
  }
  if (typeof value === 'number' && field.formula !== undefined)
    return formatNum(value, isMoney(field) ? '#,##0.00' : '#,##0.####');
  return kindOf(field.kind).codec.toText(value, field, context);
}

/** The same without thousands and marks: what one edits. */
export function editText(value: Value | undefined, field: ResolvedField, context: TextContext): string {
  if (value === null || value === undefined || typeof value === 'boolean') return '';
  if (typeof value === 'string' && (field.type === 'text' || field.type === 'date')) return value;
  if (typeof value === 'number') return kindOf('default').codec.toText(value, { ...field, kind: 'default' }, context);
  return cellText(value, field, context);
}

export function parseCell(text: string, field: ResolvedField, context: TextContext): Parsed {
  const trimmed = text.trim();
  if (trimmed === '') return { value: field.type === 'bool' ? false : null };
  if (field.type === 'text' && isMany(field)) return parseTexts(trimmed, field, context);
  const offered = field.options === undefined ? [] : context.options(field);
  // a number with nothing to choose from yet is typed
  if (field.options !== undefined && (field.type !== 'int' || offered.length > 0)) {
    const hit = offered.find((option) => option.label === trimmed || option.value === trimmed);
    return hit === undefined
      ? { problem: `${field.title}没有该选项：${trimmed}` }
      : { value: valueOfCode(hit.value, field) };
  }
  switch (field.type) {
    case 'int':
    case 'decimal':
      return parseNumber(trimmed, field);
    case 'date':
      return read(readDate(fullDate(trimmed, context.today)), trimmed, '日期');
    case 'datetime':
      return read(readDateTime(trimmed.replace(/[/.]/g, '-')), trimmed, '时间');
    case 'time':
      return read(
        readTime(/^\d{3,4}$/.test(trimmed) ? `${trimmed.slice(0, -2)}:${trimmed.slice(-2)}` : trimmed),
        trimmed,
        '时间',
      );
    case 'bool':
      return parseBool(trimmed);
    case 'dict': {
      const items = (field.dict === undefined ? undefined : context.dict?.(field.dict))?.items ?? [];
      const hit = items.find((item) => item.title === trimmed) ?? items.find((item) => item.code === trimmed);
      return hit === undefined ? { problem: `${field.title}没有该选项：${trimmed}` } : { value: hit.code };
    }
    case 'ref':
      return { lookup: trimmed };
    case 'text':
      return {
        value:
          field.case === 'upper'
            ? text.trim().toUpperCase()
            : field.case === 'lower'
              ? text.trim().toLowerCase()
              : text.trim(),
      };
    default:
      return { problem: `${field.title}不能直接输入` };
  }
}

/** A cell of several texts takes a whole list. */
function parseTexts(text: string, field: ResolvedField, context: TextContext): Parsed {
  const value = readTexts(text, field.case);
  if (field.options === undefined) return { value };
  const offered = new Set(context.options(field).map((option) => option.value));
  const strange = value.find((one) => !offered.has(one));
  return strange === undefined ? { value } : { problem: `${field.title}没有该选项：${strange}` };
}

/** as nearly all numbers of a sheet are written */
const PLAIN = /^-?\d{1,9}(\.\d{1,6})?$/;

function parseNumber(text: string, field: ResolvedField): Parsed {
  if (PLAIN.test(text) && fitsDigits(Number(text))) return { value: Number(text) };
  const suffix = field.suffix ?? '';
  const bare = (suffix !== '' && text.endsWith(suffix) ? text.slice(0, -suffix.length) : text)
    .normalize('NFKC')
    .replace(/[,\s¥￥]/g, '');
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(bare)) return { problem: `「${text}」不是数字` };
  const value = Number(bare);
  return fitsDigits(value) && bare.replace(/\D/g, '').replace(/^0+/, '').length <= 17
    ? { value }
    : { problem: '数值超出范围' };
}

function parseBool(text: string): Parsed {
  if (/^(是|√|✓|y|yes|true|1)$/i.test(text)) return { value: true };
  return /^(否|×|n|no|false|0)$/i.test(text) ? { value: false } : { problem: `「${text}」不是是或否` };
}

const read = (value: string | undefined, text: string, what: string): Parsed =>
  value === undefined ? { problem: `「${text}」不是${what}` } : { value };

/** `15`, `1-15`, `0115`, `20260115` in the year and month of today. */
function fullDate(text: string, today: string): string {
  const [year = '', month = ''] = today.split('-');
  const bare = text.replace(/[./年月]/g, '-').replace(/日$/, '');
  if (/^\d{8}$/.test(bare)) return `${bare.slice(0, 4)}-${bare.slice(4, 6)}-${bare.slice(6)}`;
  if (/^\d{4}$/.test(bare)) return `${year}-${bare.slice(0, 2)}-${bare.slice(2)}`;
  if (/^\d{1,2}$/.test(bare)) return `${year}-${month}-${bare}`;
  if (/^\d{1,2}-\d{1,2}$/.test(bare)) return `${year}-${bare}`;
  return bare;
}
