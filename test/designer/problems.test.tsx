/** Problems: where they lead, and that a quick fix mends what it says. */
import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fixesOf } from '../../designer/problems/fixes';
import { ProblemsPanel } from '../../designer/problems/ProblemsPanel';
import { type FiledDoc, lint } from '../../schemas/language/check/index';
import { applySteps, type StepDoc } from '../../schemas/language/steps/index';
import { library, shipped } from './library';

const path = 'objects/demo/x-tool-loan.json';
const tool: StepDoc = {
  $schema: 'object/2',
  object: 'xToolLoan',
  title: '工装借用',
  label: 'code',
  fields: {
    code: { title: '编号', kind: 'input', required: true },
    reason: { title: '借用原因', kind: 'input', required: true },
    due: { title: '应还', kind: 'date', scale: 2 },
    state: { title: '状态', dict: 'noSuchDict' },
  },
  rules: { late: { when: 'code == null && false', readonly: ['due'] } },
  list: {
    columns: ['code', 'due', 'state'],
    schemes: { a: { title: '甲', default: true }, b: { title: '乙', default: true } },
  },
  edit: { groups: { base: { title: '基本信息', fields: ['code', 'due', 'state'] } } },
};
const others: readonly FiledDoc[] = [];
const problemsOf = (doc: StepDoc) => lint({ path, doc } as unknown as FiledDoc, others);

describe('quick fixes', () => {
  it('mend what they say', () => {
    const seen: string[] = [];
    for (const problem of problemsOf(tool)) {
      const [fix] = fixesOf(tool, library, { code: problem.code, address: problem.path });
      if (fix === undefined) continue;
      seen.push(problem.code);
      const { doc, problem: wrong } = applySteps(tool, fix.steps);
      expect(wrong, fix.title).toBeUndefined();
      const left = problemsOf(doc as StepDoc).filter(
        (eachProblem) => eachProblem.code === problem.code && eachProblem.path === problem.path,
      );
      expect(left, `${problem.code} ${fix.title}`).toEqual([]);
    }
    expect(seen).toContain('field.unplaced');
    expect(seen).toContain('kind.key');
    expect(seen).toContain('ref.dict');
    expect(seen).toContain('list.default');
  });
  it('are none where a person has to think', () => {
    expect(fixesOf(tool, library, { code: 'expr.name', address: 'rules.late.when' })).toEqual([]);
    expect(
      fixesOf(shipped('purchase/purchase-order.json'), library, { code: 'rule.never', address: 'rules.x.when' }),
    ).toEqual([]);
  });
});

describe('the list', () => {
  it('leads to the place and mends with one click', () => {
    const onJump = vi.fn();
    const onSteps = vi.fn();
    render(
      <ProblemsPanel
        problems={[
          { document: 'object:other', address: 'fields.x', text: '别处', level: 'warn', code: 'field.unused' },
          {
            document: 'object:xToolLoan',
            address: 'fields.reason',
            text: '必填字段未放入编辑页：借用原因',
            level: 'error',
            code: 'field.unplaced',
          },
        ]}
        open="object:xToolLoan"
        doc={tool}
        library={library}
        titleOf={() => '其他单据'}
        onJump={onJump}
        onSteps={onSteps}
      />,
    );
    const lines = screen.getAllByRole('listitem');
    expect(lines[0]?.textContent).toContain('借用原因');
    expect(lines[1]?.textContent).toContain('其他单据');
    fireEvent.click(screen.getByText('必填字段未放入编辑页：借用原因'));
    expect(onJump).toHaveBeenCalledWith('object:xToolLoan', 'fields.reason');
    fireEvent.click(screen.getByRole('button', { name: '放入「基本信息」' }));
    expect(onSteps).toHaveBeenCalledWith(
      [{ insert: 'edit.groups.base.fields.reason', value: 'reason', after: 'state' }],
      '放入「基本信息」',
    );
  });
  it('says when there is nothing', () => {
    render(
      <ProblemsPanel
        problems={[]}
        open={undefined}
        doc={tool}
        library={library}
        titleOf={String}
        onJump={() => undefined}
        onSteps={() => undefined}
      />,
    );
    expect(screen.getByText('没有问题')).toBeDefined();
  });
});
