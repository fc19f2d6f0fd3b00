/** Keys and values of any document against the key tables: unknown and missing keys, types, ranges, codes, forbidden texts. */
import { addressOf, entrySegment } from '../resolve/address';
import { isNode, type Node } from '../resolve/merge';
import { expandPlacement, flagsOf, placementKey } from '../resolve/placement';
import { SORTS } from '../sorts/index';
import type { KeySpec, Shape, SortId } from '../sorts/table';
import { type Terms, type TextCode, text } from '../texts';
import { type Problem, problem } from '../value';
import { isReserved, MARKERS } from './known';
import { nearest, outOfWords } from './words';

const CODE = /^[A-Za-z][A-Za-z0-9]{0,39}$/;
const PATH = /^[A-Za-z$][A-Za-z0-9]*(\.[A-Za-z][A-Za-z0-9]*){0,3}$/;
/** keys of maps that are no codes of the document: settings (dots), dictionaries of codes */
const DOTTED: ReadonlySet<string> = new Set(['settings']);
const BASE_HEAD: ReadonlySet<string> = new Set([
  'id',
  'version',
  'createdBy',
  'createdAt',
  'updatedBy',
  'updatedAt',
  'isDeleted',
  'ext',
]);
const BASE_ROW: ReadonlySet<string> = new Set(['id', 'lineNo', 'ext']);
const RANGES: { readonly [sort: string]: { readonly [key: string]: readonly [number, number] } } = {
  field: { scale: [0, 8], lines: [1, 50], width: [20, 2000], size: [0, 10_000], step: [0, 10_000], warn: [0, 10_000] },
  case: { scale: [0, 8], lines: [1, 50] },
  rows: { min: [0, 10_000], max: [1, 10_000] },
  list: { size: [1, 1000], every: [1, 86_400] },
  edit: { columns: [1, 4], labelWidth: [40, 400], width: [10, 100] },
  part: { columns: [1, 4] },
  flowNode: { rate: [1, 100], times: [1, 10] },
  flowWho: { level: [1, 20] },
  flowLimit: { hours: [0.1, 9999], at: [1, 99], every: [0.1, 9999], max: [1, 100] },
  flowUntil: { minutes: [1, 129_600] },
  column: { width: [20, 2000], minWidth: [20, 2000], tipWidth: [40, 1000], scale: [0, 8] },
};

/** Problems of one document of a sort; addresses are those of §11.1. */
export function checkShape(doc: Node, sort: SortId): readonly Problem[] {
  const checker = new Shapes();
  checker.node(doc, sort, '', sort);
  return checker.problems;
}

class Shapes {
  readonly problems: Problem[] = [];

  private add(code: TextCode, address: string, terms: Terms): void {
    this.problems.push(problem(code, address, text(code, terms)));
  }

  node(node: Node, sort: SortId, address: string, root: SortId): void {
    const keys = SORTS[sort] as { readonly [key: string]: KeySpec };
    for (const [key, value] of Object.entries(node)) {
      if (key.startsWith('x-')) continue;
      const spec = Object.hasOwn(keys, key) ? keys[key] : undefined;
      const at = addressOf(address, key);
      if (spec === undefined) {
        const meant = nearest(key, Object.keys(keys));
        const hint = meant === undefined ? '' : `，是不是「${meant}」？`;
        this.problems.push(problem('key.unknown', at, text('key.unknown', { k: key }) + hint));
      } else if (spec.later === true) this.add('key.later', at, { k: key });
      else if (key === 'note' || key === 'title') this.textValue(value, at, key);
      else this.value(value, spec.shape, at, key, sort, root);
    }
    // an entry over a block's may leave out what the block says: only files and list entries are judged here
    const isWhole = address === '' || !MERGED.has(sort) || (root !== 'object' && root !== 'block');
    for (const [key, spec] of Object.entries(keys)) {
      if (spec.need === true && isWhole && node.off !== true && !Object.hasOwn(node, key))
        this.add('key.missing', address, { k: key });
    }
  }

  private value(value: unknown, shape: Shape, at: string, key: string, sort: SortId, root: SortId): void {
    this.texts(value, at);
    if (typeof shape === 'string') {
      const wanted = wrongType(value, shape);
      if (wanted !== undefined) this.add('value.type', at, { k: key, t: wanted });
      else if (shape === 'code' && !CODE.test(String(value))) this.add('code.form', at, {});
      else if (shape === 'path' && !PATH.test(String(value))) this.add('code.form', at, {});
      else this.range(value, at, key, sort);
      return;
    }
    if ('words' in shape) {
      if (shape.words.includes(value as never)) return;
      if (shape.words.some((word) => typeof word === typeof value)) this.word([value], shape.words, at, key);
      else this.add('value.type', at, { k: key, t: shape.words.join(' · ') });
    } else if ('wordList' in shape) {
      if (!Array.isArray(value)) this.add('value.type', at, { k: key, t: '列表' });
      else if (value.some((word) => !shape.wordList.includes(String(word)))) this.word(value, shape.wordList, at, key);
    } else if ('ref' in shape) {
      if (typeof value !== 'string') this.add('value.type', at, { k: key, t: '编码' });
    } else if ('refs' in shape) {
      if (!isTexts(value)) this.add('value.type', at, { k: key, t: '编码列表' });
    } else if ('node' in shape) {
      if (isNode(value)) this.node(value, shape.node, at, root);
      else this.add('value.type', at, { k: key, t: '对象' });
    } else if ('map' in shape) this.map(value, shape.map, at, key, root);
    else if ('mapOf' in shape) {
      if (!isNode(value)) this.add('value.type', at, { k: key, t: '对象' });
      else
        for (const [code, eachValue] of Object.entries(value)) {
          const own = addressOf(at, code);
          if (shape.keys !== undefined && !shape.keys.includes(code)) this.word([code], shape.keys, own, key);
          else this.value(eachValue, shape.mapOf, own, code, sort, root);
        }
    } else if ('list' in shape) this.list(value, shape.list, at, key, root);
    else if ('placements' in shape) this.placements(value, shape.placements, at, key, root);
    else this.any(value, shape.any, at, key, sort, root);
  }

  private any(value: unknown, shapes: readonly Shape[], at: string, key: string, sort: SortId, root: SortId): void {
    const fits = shapes.find((shape) => couldBe(value, shape));
    if (fits === undefined) this.add('value.type', at, { k: key, t: shapes.map(shapeName).join('或') });
    else this.value(value, fits, at, key, sort, root);
  }

  private map(value: unknown, sort: SortId, at: string, key: string, root: SortId): void {
    if (!isNode(value)) {
      this.add('value.type', at, { k: key, t: '对象' });
      return;
    }
    for (const [code, entry] of Object.entries(value)) {
      const own = addressOf(at, code);
      if (code.startsWith('$')) {
        if (!MARKERS.has(code)) this.add('key.unknown', own, { k: code });
      } else if (isReserved(code, sort === 'field' ? 'field' : 'other')) this.add('code.reserved', own, { c: code });
      else if (sort === 'field' && isBase(code, at)) this.add('code.reserved', own, { c: code });
      else if (!CODE.test(code) && !(DOTTED.has(root) && /^[A-Za-z][A-Za-z0-9.]*$/.test(code)))
        this.add('code.form', own, {});
      if (isNode(entry)) this.node(entry, sort, own, root);
      else this.add('value.type', own, { k: code, t: '对象' });
    }
  }

  private list(value: unknown, sort: SortId, at: string, key: string, root: SortId): void {
    if (!Array.isArray(value)) {
      // keys of an object have no order that anybody may rely on
      const ordered = isNode(value) ? `列表：写成 [{ … }, { … }]，次序就是显示的次序` : '列表';
      this.add('value.type', at, { k: key, t: ordered });
      return;
    }
    for (const entry of value as readonly unknown[]) {
      if (isNode(entry)) this.node(entry, sort, addressOf(at, entrySegment(entry)), root);
      else if (typeof entry !== 'string' || !TEXT_ENTRIES.has(sort))
        this.add('value.type', at, { k: key, t: '对象列表' });
    }
  }

  private placements(value: unknown, sort: 'search' | 'column' | 'item', at: string, key: string, root: SortId): void {
    if (!Array.isArray(value)) {
      this.add('value.type', at, { k: key, t: '列表' });
      return;
    }
    const seen = new Set<string>();
    for (const entry of value as readonly unknown[]) {
      if (typeof entry !== 'string' && !isNode(entry)) {
        this.add('value.type', at, { k: key, t: '编码或对象' });
        continue;
      }
      const { placement, unknown } = expandPlacement(entry as never, sort);
      const code = placementKey(placement);
      const own = addressOf(at, code);
      if (unknown.length > 0) this.word(unknown, flagsOf(sort), own, code);
      if (code === '') this.add('key.missing', at, { k: 'field' });
      else if (code.startsWith('$') && !MARKERS.has(code)) this.add('key.unknown', own, { k: code });
      else if (seen.has(code)) this.add('code.taken', own, { c: code });
      seen.add(code);
      if (isNode(entry)) this.node(entry, sort, own, root);
    }
  }

  private range(value: unknown, at: string, key: string, sort: SortId): void {
    const [low, high] = RANGES[sort]?.[key] ?? [];
    if (typeof value === 'number' && low !== undefined && high !== undefined && (value < low || value > high))
      this.problems.push(
        problem('value.range', at, `${text('value.range', { k: key })}：${value}，可用 ${low} 到 ${high}`),
      );
  }
  private word(values: readonly unknown[], words: readonly unknown[], at: string, key: string): void {
    this.problems.push(problem('value.range', at, text('value.range', { k: key }) + outOfWords(values, words)));
  }
  private textValue(value: unknown, at: string, key: string): void {
    this.texts(value, at);
    if (typeof value !== 'string') this.add('value.type', at, { k: key, t: '文本' });
    else if (key === 'title' && value.trim() === '') this.add('key.missing', at, { k: key });
  }
  /** no templates of other systems, no addresses, no code (§1.9) */
  private texts(value: unknown, at: string): void {
    if (typeof value !== 'string') return;
    if (value.includes('{{') || value.includes('}}')) this.add('file.brace', at, {});
    else if (/\b[a-z][a-z0-9+.-]*:\/\//i.test(value)) this.add('file.url', at, {});
    else if (/=>|\bfunction\s*\(|<script/i.test(value)) this.add('file.code', at, {});
  }
}

/** Definitions that may stand over a block's and then need not be whole. */
const MERGED: ReadonlySet<SortId> = new Set([
  'field',
  'scheme',
  'part',
  'action',
  'rule',
  'check',
  'view',
  'unique',
  'scope',
  'column',
  'search',
  'item',
  'push',
  'shows',
]);
/** Lists whose entries may be plain texts. */
const TEXT_ENTRIES: ReadonlySet<SortId> = new Set(['importColumn', 'way']);

function isBase(code: string, at: string): boolean {
  return at === 'fields' ? BASE_HEAD.has(code) : /^fields\.\w+\.fields$/.test(at) && BASE_ROW.has(code);
}
function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
type Plain = Extract<Shape, string>;
function wrongType(value: unknown, shape: Plain): string | undefined {
  const is: Record<Plain, () => boolean> = {
    text: () => typeof value === 'string',
    template: () => typeof value === 'string',
    expr: () => typeof value === 'string',
    value: () =>
      ['string', 'number', 'boolean'].includes(typeof value) ||
      value === null ||
      (Array.isArray(value) && value.every((item) => typeof item !== 'object')),
    bool: () => typeof value === 'boolean',
    int: () => Number.isInteger(value),
    number: () => typeof value === 'number',
    code: () => typeof value === 'string',
    codes: () => isTexts(value),
    path: () => typeof value === 'string',
    paths: () => isTexts(value),
    texts: () => isTexts(value),
    route: () => typeof value === 'string' && /^\/[\w/-]*$/.test(value),
    json: () => true,
    sort: () => typeof value === 'string' && /^-?[A-Za-z][\w.]*(,-?[A-Za-z][\w.]*)*$/.test(value),
    literals: () => Array.isArray(value),
  };
  return is[shape]() ? undefined : shapeName(shape);
}
function couldBe(value: unknown, shape: Shape): boolean {
  if (typeof shape === 'string') return wrongType(value, shape) === undefined;
  if ('node' in shape || 'map' in shape || 'mapOf' in shape) return isNode(value);
  if ('list' in shape) return Array.isArray(value);
  if ('refs' in shape) return isTexts(value);
  if ('ref' in shape) return typeof value === 'string';
  return 'words' in shape ? shape.words.includes(value as never) : false;
}
function shapeName(shape: Shape): string {
  if (typeof shape !== 'string') return 'ref' in shape ? '编码' : 'refs' in shape || 'list' in shape ? '列表' : '对象';
  return {
    text: '文本',
    template: '文本',
    expr: '表达式',
    value: '值',
    bool: '是否',
    int: '整数',
    number: '数字',
    code: '编码',
    codes: '编码列表',
    path: '路径',
    paths: '路径列表',
    texts: '文本列表',
    route: '地址',
    json: '值',
    sort: '排序',
    literals: '列表',
  }[shape];
}
