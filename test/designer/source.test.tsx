/** The source view: positions and choices in the text, edits as steps. */
import { EditorView } from '@codemirror/view';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { completeSource, positionsOf, stretchOf } from '../../designer/source/locate';
import { SourceView } from '../../designer/source/SourceView';
import { layOut } from '../../schemas/language/canon/layout';
import { applySteps, type Step, type StepDoc, valueAt } from '../../schemas/language/steps/index';
import { library, shipped } from './library';

// a browser tells of a new selection later; told at once, the editor is still busy with the change that made it
document.addEventListener('selectionchange', (event) => event.stopImmediatePropagation(), true);

const order = shipped('purchase/purchase-order.json');
const text = layOut(order, 'object');

describe('positions', () => {
  const positions = positionsOf(text, 'object');
  const lineOf = (address: string): string => {
    const { from = -1, to = -1 } = stretchOf(positions, address) ?? {};
    return text.slice(from, to);
  };
  it('are known for keys, entries of maps and entries of lists', () => {
    expect(lineOf('fields.needBy.warn')).toBe('"warn": 3');
    expect(lineOf('list.columns.inDocs')).toMatch(/^\{ "field": "inDocs"|^\{\s+"field": "inDocs"/);
    expect(lineOf('list.columns.buyer')).toBe('"buyer"');
    expect(lineOf('list.columns.totalAmount.sort')).toBe('"totalAmount:sort"');
  });
  it('fall back on what stands around', () => {
    expect(lineOf('fields.needBy.noSuch')).toContain('"needBy"');
    expect(stretchOf(positions, 'noSuch')?.from).toBe(0);
  });
  it('exist for every own address of every shipped object', () => {
    for (const { doc } of library.objects.values()) {
      const own = layOut(doc as never, 'object');
      const found = positionsOf(own, 'object');
      for (const code of Object.keys(doc.fields ?? {})) expect(found.has(`fields.${code}`), doc.object).toBe(true);
      expect(positionsOf(`${own} x`, 'object').size).toBe(0);
    }
  });
});

describe('choices in the text', () => {
  const at = (written: string) => completeSource(written, written.length, 'object')?.choices ?? [];
  it('are the keys the node does not have yet', () => {
    const found = at('{ "$schema": "object/1", "fields": { "qty": { "title": "数量", "sca');
    expect(found).toContainEqual({ insert: '"scale": ', title: 'scale', detail: '小数位' });
    expect(found.every((one) => one.title.includes('sca'))).toBe(true);
    expect(at('{ "fields": { "qty": { "title": "数量", "ti').map((one) => one.title)).not.toContain('title');
  });
  it('are the words of the key', () => {
    expect(at('{ "fields": { "qty": { "kind": "dateC').map((one) => one.insert)).toEqual(['"dateCritical"']);
    expect(at('{ "list": { "select": ').map((one) => one.detail)).toEqual(['多选', '单选', '不选']);
  });
  it('know entries of lists', () => {
    expect(at('{ "list": { "columns": ["nbr", { "field": "qty", "pi').map((one) => one.title)).toContain('pin');
  });
  it('are none for codes of the author', () => {
    expect(at('{ "fields": { "q')).toEqual([]);
  });
});

describe('the view', () => {
  const show = (problems: { path: string; text: string }[] = []) => {
    const told: Step[][] = [];
    const onSteps = vi.fn((steps: readonly Step[]) => told.push([...steps]));
    render(<SourceView doc={order} problems={problems} onSteps={onSteps} />);
    const content = screen.getByLabelText('源码');
    const view = EditorView.findFromDOM(content);
    if (view === null) throw new Error('no editor');
    const replace = (from: string, to: string): void => {
      const written = view.state.doc.toString();
      const start = written.indexOf(from);
      act(() => view.dispatch({ changes: { from: start, to: start + from.length, insert: to } }));
    };
    return { told, onSteps, content, replace };
  };
  it('makes steps of an edit when it is left', () => {
    const { told, content, replace } = show();
    replace('"warn": 3', '"warn": 5');
    fireEvent.blur(content);
    expect(told).toEqual([[{ set: 'fields.needBy.warn', to: 5, was: 3 }]]);
    const { doc } = applySteps(order, told[0] ?? []);
    expect(valueAt(doc as StepDoc, 'fields.needBy.warn')).toBe(5);
  });
  it('keeps what does not read, with its line, and writes nothing', () => {
    const { onSteps, content, replace } = show();
    replace('"warn": 3', '"warn": ,');
    fireEvent.blur(content);
    expect(screen.getByRole('alert').textContent).toContain('JSON');
    expect(onSteps).not.toHaveBeenCalled();
  });
  it('does not let the document become another', () => {
    const { onSteps, content, replace } = show();
    replace('"object": "purchaseOrder"', '"object": "other"');
    fireEvent.blur(content);
    expect(screen.getByRole('alert').textContent).toContain('编码');
    expect(onSteps).not.toHaveBeenCalled();
  });
  it('marks the line of a problem', () => {
    const { content } = show([{ path: 'fields.nbr.rule', text: '字段不存在 x' }]);
    expect(content.querySelector('[title="字段不存在 x"]')?.textContent).toContain('nbr');
  });
});
