/** The state diagram: model, places, lines, and what its gestures write. */
import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { objectOf } from '../../designer/inspector/resolved';
import { arrange, BOX } from '../../designer/states/layout';
import { stateModel } from '../../designer/states/model';
import { drawArrows } from '../../designer/states/paths';
import { StatesEditor } from '../../designer/states/StatesEditor';
import { arrangeSteps, connectSteps, cutSteps, keptPlaces, placeSteps } from '../../designer/states/steps';
import { applySteps, type Step, type StepDoc, valueAt } from '../../schemas/language/steps/index';
import { library, shipped } from './library';

const order = shipped('purchase/purchase-order.json');
const modelOf = (doc: StepDoc, chosen?: string) => {
  const object = objectOf(doc, library);
  const model = object === undefined ? undefined : stateModel(object, (code) => library.types.dict(code), chosen);
  if (model === undefined) throw new Error('no states');
  return model;
};
const applied = (doc: StepDoc, steps: readonly Step[]): StepDoc => {
  const { doc: made, problem } = applySteps(doc, steps);
  if (made === undefined) throw new Error(problem.text);
  return made;
};

describe('the picture', () => {
  it('has a box for each code of the state dictionary and an arrow for each state an action starts in', () => {
    const model = modelOf(order);
    expect(model.states.map((state) => state.code)).toEqual(['10', '20', '60', '80', '90']);
    expect(model.states.find((state) => state.initial)?.code).toBe('10');
    const ends = model.arrows.map((arrow) => `${arrow.action} ${arrow.from} ${arrow.to}`);
    expect(ends).toContain('partly 10 20');
    expect(ends).toContain('done 20 60');
    expect(ends).toContain('receive 10 10');
    expect(model.arrows.find((arrow) => arrow.action === 'partly')?.auto).toBe(true);
  });
  it('gathers actions from many states unless one is chosen', () => {
    expect(modelOf(order).gathered.map((arrow) => arrow.action)).toContain('void');
    const model = modelOf(order, 'void');
    expect(model.gathered.map((arrow) => arrow.action)).not.toContain('void');
    expect(model.arrows.filter((arrow) => arrow.action === 'void').length).toBeGreaterThan(1);
  });
  it('puts no two boxes on each other, for every object with states', () => {
    let seen = 0;
    for (const { object } of library.objects.values()) {
      const model = stateModel(object, (code) => library.types.dict(code));
      if (model === undefined) continue;
      seen += 1;
      const places = [...arrange(model).values()];
      expect(places.length).toBe(model.states.length);
      for (const [i, a] of places.entries())
        for (const b of places.slice(i + 1))
          expect(
            Math.abs(a.x - b.x) >= BOX.width || Math.abs(a.y - b.y) >= BOX.height,
            `${object.object} ${JSON.stringify(places)}`,
          ).toBe(true);
      expect(drawArrows(model.arrows, arrange(model)).length).toBe(model.arrows.length);
    }
    expect(seen).toBeGreaterThan(1);
  });
});

describe('gestures', () => {
  it('make an action of an arrow, and cut it again', () => {
    const { steps, address } = connectSteps(order, ['action1'], { from: '20', to: '10', held: '10' });
    expect(address).toBe('actions.action2');
    const made = applied(order, steps);
    expect(valueAt(made, address)).toEqual({ title: '新动作', from: ['20'], to: '10' });
    expect(applied(made, cutSteps(made, 'action2', '20', ['20']))).toEqual(order);
    const less = applied(order, cutSteps(order, 'done', '10', ['10', '20']));
    expect(valueAt(less, 'actions.done.from')).toEqual(['20']);
  });
  it('an arrow out of the first state of an audited document waits for the approval', () => {
    const made = (to: string, held?: string) => {
      const { steps, address } = connectSteps(order, [], { from: '10', to, held });
      return valueAt(applied(order, steps), `${address}.when`);
    };
    expect([made('20', '10'), made('10', '10'), made('20', '20'), made('20')]).toEqual([
      'auditStatus == 2',
      undefined,
      undefined,
      undefined,
    ]);
  });
  it('keep a moved box with the document until it is arranged again', () => {
    const moved = applied(order, placeSteps(order, '20', { x: 300.4, y: 20 }));
    expect(keptPlaces(moved)).toEqual({ 20: { x: 300, y: 20 } });
    expect(arrange(modelOf(moved), keptPlaces(moved)).get('20')).toEqual({ x: 300, y: 20 });
    expect(applied(moved, arrangeSteps(moved))).toEqual(order);
  });
});

describe('the editor', () => {
  it('can be used with the keys alone', () => {
    const onSteps = vi.fn();
    const onSelect = vi.fn();
    const onDrawn = vi.fn();
    render(<StatesEditor doc={order} library={library} onSteps={onSteps} onSelect={onSelect} onDrawn={onDrawn} />);
    const box = screen.getByRole('button', { name: '状态待到货 10' });
    fireEvent.keyDown(box, { key: 'Enter' });
    fireEvent.keyDown(box, { key: 'ArrowRight' });
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(onSteps).toHaveBeenCalledExactlyOnceWith(
      [
        expect.objectContaining({
          insert: 'actions.action1',
          value: { title: '新动作', from: ['10'], to: '60', when: 'auditStatus == 2' },
        }),
      ],
      '画动作',
    );
    expect(onDrawn).toHaveBeenCalledExactlyOnceWith('actions.action1');
    expect(onSelect).not.toHaveBeenCalled();
    fireEvent.keyDown(screen.getByRole('button', { name: /入库完成，从部分入库/ }), { key: 'Delete' });
    expect(onSteps).toHaveBeenLastCalledWith([{ set: 'actions.done.from', to: ['10'], was: ['10', '20'] }], '删除动作');
  });
  it('shows the same actions as a table', () => {
    const onSelect = vi.fn();
    render(<StatesEditor doc={order} library={library} onSteps={() => undefined} onSelect={onSelect} />);
    fireEvent.click(screen.getByText('动作表'));
    fireEvent.click(screen.getByRole('button', { name: '下推入库' }));
    expect(onSelect).toHaveBeenCalledWith('actions.receive');
    expect(screen.getByText('待到货、部分入库', { selector: 'tr:nth-child(1) td' })).toBeDefined();
  });
  it('says what is missing where there is no state', () => {
    render(
      <StatesEditor
        doc={{ $schema: 'object/2', object: 'xPlain', title: '无状态' }}
        library={library}
        onSteps={() => undefined}
        onSelect={() => undefined}
      />,
    );
    expect(screen.getByText('还没有状态字段')).toBeDefined();
  });
  it('opens a state by a click, names, colours and begins it, and adds one whose name is typed at once', () => {
    const acts = {
      add: vi.fn(() => '20'),
      set: vi.fn(() => true),
      remove: vi.fn(() => true),
      retire: vi.fn(() => true),
      begin: vi.fn(() => true),
    };
    const quiet = { onSteps: () => undefined, onSelect: () => undefined };
    const counts = { 10: 3, 20: 2 };
    const drawn = render(<StatesEditor doc={order} library={library} counts={counts} acts={acts} {...quiet} />);
    fireEvent.keyDown(screen.getByRole('button', { name: '状态待到货 10 3 条' }), { key: 'F2' });
    const name = screen.getByLabelText('状态名称');
    fireEvent.change(name, { target: { value: '等料' } });
    fireEvent.blur(name);
    expect(acts.set).toHaveBeenCalledExactlyOnceWith('10', 'title', '等料');
    expect(screen.getByRole('button', { name: '新单据从这里开始' }).hasAttribute('disabled')).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: '移除状态' }));
    expect(acts.remove).toHaveBeenCalledExactlyOnceWith('10', 3);
    expect(screen.queryByLabelText('状态名称')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '添加状态' }));
    expect(acts.add).toHaveBeenCalledOnce();
    const fresh = screen.getByLabelText<HTMLInputElement>('状态名称');
    expect([fresh.value, fresh.selectionStart, fresh.selectionEnd]).toEqual(['部分入库', 0, 4]);
    fireEvent.click(screen.getByRole('button', { name: '设为起点' }));
    expect(acts.begin).toHaveBeenCalledExactlyOnceWith('20');
    fireEvent.click(screen.getByRole('button', { name: /^停\s?用$/ }));
    expect(acts.retire).toHaveBeenCalledExactlyOnceWith('20');
    drawn.unmount();
    render(<StatesEditor doc={order} library={library} {...quiet} />);
    expect(screen.queryByRole('button', { name: '添加状态' })).toBeNull();
    fireEvent.keyDown(screen.getByRole('button', { name: '状态待到货 10' }), { key: 'F2' });
    expect(screen.getByText('这些状态来自公用字典，在字典里修改。')).toBeDefined();
  });
  it('gives an object without states some, from a field or anew', () => {
    const onBegin = vi.fn();
    const doc = {
      $schema: 'object/2',
      object: 'xPlain',
      title: '无状态',
      fields: { kind: { title: '类型', dict: 'purchaseOrderStatus' } },
    };
    render(
      <StatesEditor
        doc={doc}
        library={library}
        onBegin={onBegin}
        onSteps={() => undefined}
        onSelect={() => undefined}
      />,
    );
    fireEvent.click(screen.getByRole('button', { name: '用「类型」作为状态' }));
    fireEvent.click(screen.getByRole('button', { name: '新建状态' }));
    expect(onBegin.mock.calls).toEqual([['kind'], [undefined]]);
  });
});
