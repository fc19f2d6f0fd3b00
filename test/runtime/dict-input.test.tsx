/** Choices from a dictionary or an expression: found by words and by sound; what is no longer offered says so. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { CascaderFilter } from '../../runtime/fields/cascader/Filter';
import type { FilterHost } from '../../runtime/fields/filter-props';
import type { InputHost, Option } from '../../runtime/fields/input-props';
import { MultipleCheckInput } from '../../runtime/fields/multipleCheck/Input';
import { DictFilter } from '../../runtime/fields/shared/DictFilter';
import { DictInput } from '../../runtime/fields/shared/DictInput';
import type { DictItemDoc } from '../../schemas/language/document';
import type { ResolvedDict, ResolvedField } from '../../schemas/language/resolved';
import type { Value } from '../../schemas/language/value';

afterEach(cleanup);

const WORDS = ['待处理', '正常', '加急', '异常', '返工', '报废', '完成', '关闭', '工程变更'];
const dictOf = (items: readonly DictItemDoc[]): ResolvedDict => ({ code: 'state', title: '状态', items, version: '1' });
const STATES = dictOf(WORDS.map((title, n) => ({ code: String(n), title, ...(n === 8 ? { off: true } : {}) })));
const field = {
  code: 'state',
  title: '状态',
  kind: 'default',
  type: 'dict',
  dict: 'state',
  path: 'state',
} as ResolvedField;

function open(props: { field?: ResolvedField; value?: Value; options?: readonly Option[]; many?: boolean }) {
  const put: Value[] = [];
  const host: Partial<InputHost> = { dict: () => STATES, options: () => props.options ?? [], limit: () => undefined };
  const Input = props.many === true ? MultipleCheckInput : DictInput;
  render(
    <Input
      id="state"
      field={props.field ?? field}
      value={props.value ?? null}
      host={host as InputHost}
      onChange={(value) => void put.push(value)}
    />,
  );
  return put;
}
const typed = (text: string): void => {
  const box = screen.getByRole('combobox');
  fireEvent.mouseDown(box);
  fireEvent.change(box, { target: { value: text } });
};
const offered = (): string[] =>
  [...document.querySelectorAll('.ant-select-item-option-content')].map((element) => element.textContent ?? '');

describe('by sound', () => {
  it('finds entries by initials and by pinyin', async () => {
    const put = open({});
    typed('zc');
    await waitFor(() => expect(offered()).toEqual(['正常']));
    typed('gongcheng');
    await waitFor(() => expect(offered()).toEqual([]));
    typed('fang');
    await waitFor(() => expect(offered()).toEqual(['返工']));
    fireEvent.click(screen.getByTitle('返工'));
    expect(put).toEqual(['4']);
  });
  it('finds choices of an expression, too', async () => {
    const words = [...WORDS, 'A 班'].map((word) => ({ value: word, label: word }));
    open({ field: { ...field, dict: undefined, options: 'x' } as unknown as ResolvedField, options: words });
    typed('ab');
    await waitFor(() => expect(offered()).toEqual(['A 班']));
  });
  it('finds them in search rows', async () => {
    const host: Partial<FilterHost> = { dict: () => STATES };
    render(
      <DictFilter
        title="状态"
        placement={{ field: 'state' }}
        field={field}
        value={undefined}
        host={host as FilterHost}
        onChange={() => undefined}
        onEnter={() => undefined}
      />,
    );
    typed('yc');
    await waitFor(() => expect(offered()).toEqual(['异常']));
  });
  it('finds a path by the sound of any of its words', async () => {
    const regions = dictOf([
      { code: '1', title: '华东' },
      { code: '2', title: '江苏', parent: '1' },
      { code: '3', title: '华北' },
      { code: '4', title: '河北', parent: '3' },
    ]);
    const host: Partial<FilterHost> = { dict: () => regions };
    render(
      <CascaderFilter
        title="地区"
        placement={{ field: 'state' }}
        field={field}
        value={undefined}
        host={host as FilterHost}
        onChange={() => undefined}
        onEnter={() => undefined}
      />,
    );
    typed('js');
    await waitFor(() =>
      expect(
        [...document.querySelectorAll('.ant-cascader-menu-item-content')].map((element) => element.textContent),
      ).toEqual(['华东 / 江苏']),
    );
  });
});

describe('what is no longer offered', () => {
  it('shows a code the dictionary has no more with a mark, and an entry that was switched off', () => {
    open({ value: '77' });
    expect(document.querySelector('.ant-select-selection-item')?.textContent).toBe('77（已失效）');
    cleanup();
    open({ value: '8' });
    expect(document.querySelector('.ant-select-selection-item')?.textContent).toBe('工程变更（已停用）');
  });
  it('can be taken out of several', () => {
    const few = { ...field, kind: 'multipleCheck', many: true, options: 'x' } as unknown as ResolvedField;
    const put = open({ field: few, value: ['1', '77'], many: true, options: [{ value: '1', label: '正常' }] });
    fireEvent.click(screen.getByLabelText('77（已失效）'));
    expect(put).toEqual([['1']]);
  });
});
