/** The editor of expressions: what is typed, chosen and finished. */
import { EditorView } from '@codemirror/view';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ExpressionEditor } from '../../designer/expression/ExpressionEditor';
import { placeOf } from '../../designer/expression/judge';
import { placeAt } from '../../designer/expression/place';
import { library, shipped } from './library';

const order = shipped('purchase/purchase-order.json');
const found = placeAt(order, 'fields.needBy.done', 'expr', library);
if (found === undefined) throw new Error('no place');
const place = placeOf(found);

// a browser tells of a new selection later; told at once, the editor is still busy with the change that made it
document.addEventListener('selectionchange', (event) => event.stopImmediatePropagation(), true);

const show = (value: string) => {
  const onCommit = vi.fn();
  const onCancel = vi.fn();
  render(
    <ExpressionEditor
      label="不再预警"
      value={value}
      form="expr"
      place={place}
      onCommit={onCommit}
      onCancel={onCancel}
    />,
  );
  const content = screen.getByLabelText('不再预警');
  const view = EditorView.findFromDOM(content);
  if (view === null) throw new Error('no editor');
  act(() => content.focus());
  const type = (text: string): void =>
    act(() => {
      const { from, to } = view.state.selection.main;
      view.dispatch({
        changes: { from, to, insert: text },
        selection: { anchor: from + text.length },
        userEvent: 'input.type',
      });
    });
  return { view, content, type, onCommit, onCancel };
};

describe('the editor of expressions', () => {
  it('shows titles for codes and keeps the codes', () => {
    const { view, content } = show('docStatus in [60, 80]');
    expect(content.textContent).toContain('单据状态 in [');
    expect(view.state.doc.toString()).toBe('docStatus in [60, 80]');
  });
  it('offers fields by title; Enter takes one, a second Enter finishes', () => {
    const { content, type, onCommit, view } = show('');
    type('empty(供应商');
    expect(screen.getAllByRole('option')[0]?.textContent).toContain('供应商');
    fireEvent.keyDown(content, { key: 'Enter' });
    expect(view.state.doc.toString()).toBe('empty(supplier');
    expect(screen.queryByRole('listbox')).toBeNull();
    type(')');
    fireEvent.keyDown(content, { key: 'Enter' });
    expect(onCommit).toHaveBeenCalledExactlyOnceWith('empty(supplier)');
  });
  it('finishes with one Enter what is right and written in full', () => {
    const { content, type, onCommit } = show('');
    type('docStatus == 60 && empty(supplier) || 单据状态 == 80 && 最迟到货 > 业务日期');
    expect(screen.getAllByRole('option')[0]?.textContent).toContain('业务日期');
    fireEvent.keyDown(content, { key: 'Enter' });
    expect(onCommit).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/ && needBy > bizDate$/));
  });
  it('names a mistake while it is typed', () => {
    const { type } = show('');
    type('prise > 1');
    expect(screen.getByRole('alert').textContent).toContain('prise');
  });
  it('gives the canonical text when it is left', () => {
    const { type, onCommit, content } = show('');
    type("( docStatus=='60' )");
    fireEvent.blur(content, { relatedTarget: document.body });
    expect(onCommit).toHaveBeenCalledExactlyOnceWith('docStatus == 60');
  });
  it('leaves everything as it was on Escape', () => {
    const { type, onCommit, onCancel, content, view } = show('docStatus == 60');
    type(' || ');
    fireEvent.keyDown(content, { key: 'Escape' });
    expect(view.state.doc.toString()).toBe('docStatus == 60');
    expect(onCancel).toHaveBeenCalled();
    expect(onCommit).not.toHaveBeenCalled();
  });
  it('closes its choices first: a dialog around hears only the second Escape', () => {
    const heard = vi.fn();
    const { content, type } = show('');
    document.body.addEventListener('keydown', heard);
    type('供应');
    expect(screen.getAllByRole('option').length).toBeGreaterThan(0);
    fireEvent.keyDown(content, { key: 'Escape' });
    expect(screen.queryAllByRole('option')).toEqual([]);
    expect(heard).not.toHaveBeenCalled();
    fireEvent.keyDown(content, { key: 'Escape' });
    expect(heard).toHaveBeenCalledOnce();
    document.body.removeEventListener('keydown', heard);
  });
  it('keeps what is typed while another writes the same, and asks', () => {
    const onCommit = vi.fn();
    const view = (value: string) => (
      <ExpressionEditor label="不再预警" value={value} form="expr" place={place} onCommit={onCommit} />
    );
    const { rerender } = render(view('docStatus == 60'));
    const content = screen.getByLabelText('不再预警');
    const made = EditorView.findFromDOM(content);
    if (made === null) throw new Error('no editor');
    act(() => {
      content.focus();
      made.dispatch({ changes: { from: 0, to: 15, insert: 'docStatus == 80' }, userEvent: 'input.type' });
    });
    rerender(view('docStatus == 70'));
    expect(made.state.doc.toString()).toBe('docStatus == 80');
    expect(screen.getByRole('alert').textContent).toContain('另一人改成了「单据状态 ==');
    fireEvent.blur(content, { relatedTarget: document.body });
    expect(onCommit).not.toHaveBeenCalled();
    fireEvent.click(screen.getByText('用对方的'));
    expect(made.state.doc.toString()).toBe('docStatus == 70');
    expect(onCommit).not.toHaveBeenCalled();
  });
});
