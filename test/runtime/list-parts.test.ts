import { describe, expect, it } from 'vitest';
import type { WireRow } from '../../runtime/data/types';
import { allowedForAll, bulkButtons, rowWords, toolbarButtons, wordsWidth } from '../../runtime/list/row-actions';
import { applied, arranged, moved, PLAIN, toggled, toggledAll } from '../../runtime/table/column-settings';
import type { TableColumn } from '../../runtime/table/index';
import type { ResolvedAction } from '../../schemas/language/resolved';

const column = (key: string): TableColumn => ({
  key,
  title: key,
  width: 100,
  minWidth: 40,
  align: 'left',
  headerAlign: 'left',
  sortable: false,
  grows: true,
  overflow: true,
  required: false,
  text: () => '',
});
const columns = ['a', 'b', 'c'].map(column);
const keys = (list: readonly TableColumn[]): string => list.map((column) => column.key).join('');

describe('column settings', () => {
  it('hide, order and widen', () => {
    const hidden = toggled(PLAIN, 'b');
    expect(keys(applied(columns, hidden))).toBe('ac');
    expect(keys(applied(columns, toggled(hidden, 'b')))).toBe('abc');
    expect(keys(applied(columns, moved(PLAIN, columns, 'c', 'a')))).toBe('cab');
    expect(applied(columns, { ...PLAIN, widths: { a: 300 } })[0]).toMatchObject({ width: 300, grows: false });
  });
  it('a column the document got later appears at its own place', () => {
    const settings = moved(PLAIN, columns, 'c', 'a');
    expect(keys(arranged(['a', 'new', 'b', 'c'].map(column), settings))).toBe('canewb');
  });
  it('the box of all columns shows all, or leaves the first', () => {
    expect(keys(applied(columns, toggledAll(PLAIN, columns)))).toBe('a');
    expect(keys(applied(columns, toggledAll(toggled(PLAIN, 'b'), columns)))).toBe('abc');
  });
});

const action = (code: string, more: Partial<ResolvedAction> = {}): ResolvedAction => ({
  code,
  title: code,
  at: ['row', 'bulk'],
  right: `o:${code}`,
  builtIn: true,
  ...more,
});
const actions = [
  action('view'),
  action('edit'),
  action('copy'),
  action('del'),
  action('audit'),
  action('reject'),
  action('receive', { builtIn: false, push: { to: 'purchaseIn' } }),
  action('void'),
];
const row = (...allowed: readonly string[]): WireRow => ({ id: allowed.join(), _actions: allowed });
const words = (...allowed: readonly string[]) => {
  const { words: shown, rest } = rowWords(row(...allowed), actions);
  return [shown.map((action) => action.code), rest.map((action) => action.code)];
};

describe('words of a row', () => {
  it('are the next step and 查看, the rest waits in the order of the document', () => {
    expect(words('view', 'edit', 'copy', 'del', 'audit', 'reject')).toEqual([
      ['audit', 'view'],
      ['edit', 'copy', 'del', 'reject'],
    ]);
    expect(words('view', 'copy', 'receive', 'void')).toEqual([
      ['receive', 'view'],
      ['copy', 'void'],
    ]);
    expect(words('view', 'edit', 'copy', 'del')).toEqual([
      ['edit', 'view'],
      ['copy', 'del'],
    ]);
  });
  it('begin with what the document calls the step, before changing it', () => {
    const own = [action('view'), action('edit'), action('dispatch', { tone: 'primary' }), action('pause')];
    const { words: shown } = rowWords(row('view', 'edit', 'dispatch', 'pause'), own);
    expect(shown.map(({ code }) => code)).toEqual(['dispatch', 'view']);
  });
  it('never hide two behind a menu', () => {
    expect(words('view', 'copy')).toEqual([['view', 'copy'], []]);
    expect(words()).toEqual([[], []]);
  });
  it('have room for the longest of them', () => {
    const step = (title: string) => wordsWidth([action('view'), action('own', { title, builtIn: false })]);
    expect(step('加为数据点') - step('派工')).toBe(3 * 14);
  });
  it('bulk offers what every chosen row allows', () => {
    const codes = allowedForAll([row('view', 'audit', 'del'), row('view', 'audit')], actions).map(
      (action) => action.code,
    );
    expect(codes).toEqual(['view', 'audit']);
    expect(allowedForAll([], actions)).toEqual([]);
  });
});

describe('buttons', () => {
  const shown = ({ ordered, primary }: ReturnType<typeof bulkButtons>) => [
    ordered.map((action) => action.code).join(' '),
    primary?.code,
  ];
  it('over chosen rows: the next step first and primary, what takes away last', () => {
    const bulk = ['del', 'void', 'audit', 'export', 'stop'].map((code) =>
      action(code, code === 'stop' ? { builtIn: false, tone: 'danger' } : {}),
    );
    expect(shown(bulkButtons(bulk))).toEqual(['audit export del void stop', 'audit']);
    expect(shown(bulkButtons([action('del'), action('export')]))).toEqual(['export del', undefined]);
  });
  it('of the list: adding first, whatever the document says before it', () => {
    expect(shown(toolbarButtons([action('import'), action('del'), action('add')]))).toEqual(['add import del', 'add']);
    expect(shown(toolbarButtons([action('export')]))).toEqual(['export', undefined]);
    const again = { ...action('reprint'), tone: 'primary' as const };
    expect(shown(toolbarButtons([action('labels'), again]))).toEqual(['reprint labels', 'reprint']);
    // a narrow bar has room for few: sheets are work for a desk
    const few = toolbarButtons([action('export'), action('floor'), action('add')], true);
    expect(shown(few)).toEqual(['add floor export', 'add']);
  });
});
