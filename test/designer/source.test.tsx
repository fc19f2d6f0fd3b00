/** The source view: choices from the key tables, problems at their line, edits as steps. */
import { EditorView } from '@codemirror/view';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { SourceView } from '../../designer/source/SourceView';
import { applySteps, type Step, type StepDoc, valueAt } from '../../schemas/language/steps/index';
import { shipped } from './library';

// a browser tells of a new selection later; told at once, the editor is still busy with the change that made it
document.addEventListener('selectionchange', (event) => event.stopImmediatePropagation(), true);

const order = shipped('purchase/purchase-order.json');

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
    const type = (from: string, to: string): void => {
      const start = view.state.doc.toString().indexOf(from);
      act(() =>
        view.dispatch({
          changes: { from: start, to: start + from.length, insert: to },
          // inside the quotes, which come in pairs
          selection: { anchor: start + to.length - 1 },
          userEvent: 'input.type',
        }),
      );
    };
    return { told, onSteps, content, replace, type };
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
  it('offers what may be written, by the key tables', () => {
    const { content, type } = show();
    type('"warn": 3', '"warn": 3, "rea"');
    expect(screen.getAllByRole('option')[0]?.textContent).toContain('readonly');
    fireEvent.keyDown(content, { key: 'Enter' });
    expect(content.textContent).toContain('"readonly": true');
    expect(screen.queryByRole('listbox')).toBeNull();
  });
  it('marks the line of a problem', () => {
    const { content } = show([{ path: 'fields.nbr.rule', text: '字段不存在 x' }]);
    expect(content.querySelector('[title="字段不存在 x"]')?.textContent).toContain('nbr');
  });
});
