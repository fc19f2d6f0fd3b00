/** What can be done with the record, fixed at the bottom: 保存 first, the next step beside it, the rest behind ⋯. */
import { CheckOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import type { ResolvedAction } from '../../schemas/language/resolved';
import { useSignal } from '../data/signal';
import styles from '../form/bar.module.css';
import { DraftLine } from '../form/DraftLine';
import type { FormModel } from '../form/form-model';
import type { OpenForm } from '../form/use-form';
import type { Page } from '../page/types';
import { isSingle } from '../page/use-page';
import { PullButton } from './PullButton';
import { SettingsHistory } from './SettingsHistory';
import { ruledFields, WhyDialog } from './WhyDialog';

export interface ActionBarProps {
  readonly page: Page;
  readonly form: OpenForm;
  readonly embedded: boolean;
  readonly onRun: (code: string) => void;
  readonly onClose: () => void;
}

export function ActionBar({ page, form, embedded, onRun, onClose }: ActionBarProps) {
  const { model, saving } = form;
  useSignal(model.standing);
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const { next, rest } = editActions(page, model);
  const save = async (): Promise<void> => {
    if (!(await form.save())) return;
    setSavedAt(new Date().toTimeString().slice(0, 5));
  };
  return (
    <footer className={embedded ? `${styles.bar} ${styles.embedded}` : styles.bar}>
      <span className={styles.note} role="status">
        {model.dirty ? (
          <DraftLine keeper={form.keeper} />
        ) : savedAt === null ? (
          ''
        ) : (
          <>
            <CheckOutlined /> 已保存 {savedAt}
          </>
        )}
      </span>
      <span className={styles.grow} />
      {page.object.settings !== undefined && <SettingsHistory page={page} model={model} />}
      {embedded && <Button onClick={onClose}>取消</Button>}
      {model.isNew && canSave(page, model) && <PullButton model={model} />}
      {canSave(page, model) && (
        <Button
          type={isNext(model) ? 'primary' : 'default'}
          loading={saving}
          onClick={() => void save()}
          title="Ctrl+S"
        >
          保存
        </Button>
      )}
      {next.map((action) => (
        <Button
          key={action.code}
          data-action={action.code}
          danger={action.tone === 'danger'}
          disabled={saving}
          onClick={() => onRun(action.code)}
        >
          {action.title}
        </Button>
      ))}
      {(rest.length > 0 || hasWhy(model)) && (
        <Dropdown
          trigger={['click']}
          placement="topRight"
          menu={{
            items: [
              ...rest.map((action) => ({
                key: action.code,
                label: action.title,
                danger: action.tone === 'danger',
                onClick: () => onRun(action.code),
              })),
              ...(!hasWhy(model)
                ? []
                : [
                    ...(rest.length > 0 ? [{ type: 'divider' as const }] : []),
                    { key: '$why', label: '为什么不能…', onClick: () => setAsking(true) },
                  ]),
            ],
          }}
        >
          <Button className={styles.more} aria-label="更多操作">
            ⋯
          </Button>
        </Dropdown>
      )}
      {asking && <WhyDialog model={model} onClose={() => setAsking(false)} />}
    </footer>
  );
}

/** A new record and a page over settings have no actions that could be missing. */
const hasWhy = (model: FormModel): boolean =>
  (!model.isNew && model.object.settings === undefined) || (!model.viewing && ruledFields(model).length > 0);

export const canSave = (page: Page, model: FormModel): boolean => !model.viewing && maySave(page, model.isNew);

export function maySave(page: Page, isNew: boolean): boolean {
  const { object, actions } = page.object;
  const code = isNew && !isSingle(page) ? 'add' : 'edit';
  // a document may name another function for it: 质检员 check and do not edit
  return page.can(actions[code]?.right ?? `${object}:${code}`);
}

/** Saving is the next step of everything that is still being written; of an audited document only when something was changed. */
const isNext = (model: FormModel): boolean => model.dirty || model.value('auditStatus') !== '2';

const STEPS = ['submit', 'audit', 'publish'];
/** leads the record on: one of the usual steps, or what its document calls primary */
export const isStep = ({ code, tone }: ResolvedAction): boolean => STEPS.includes(code) || tone === 'primary';
const ELSEWHERE = new Set(['add', 'view', 'edit', 'save', 'import', 'export', 'copy']);

/** The next step of the record beside 保存; whatever else stands on detail or edit pages behind ⋯. */
export function editActions(
  page: Page,
  model: FormModel,
): { readonly next: readonly ResolvedAction[]; readonly rest: readonly ResolvedAction[] } {
  const hidden = model.states.actions;
  const allowed = Object.values(page.object.actions).filter((action) => {
    if (action.auto !== undefined || action.in !== undefined || ELSEWHERE.has(action.code)) return false;
    if (!page.can(action.right) || hidden.has(action.code)) return false;
    if (action.at.includes('edit')) return model.isNew ? action.draft === true : true;
    if (!action.at.includes('detail') && !action.at.includes('row')) return false;
    return !model.isNew && model.actions.includes(action.code);
  });
  // a new document is saved and passed on in one go
  const fresh = model.isNew
    ? STEPS.flatMap((code) => page.object.actions[code] ?? [])
        .filter((action) => page.can(action.right))
        .slice(0, 1)
    : [];
  const next = model.isNew
    ? [
        ...fresh.filter((action) => action.code === 'audit'),
        ...allowed.filter((action) => action.at.includes('edit')),
      ].slice(0, 2)
    : [...allowed.filter((action) => isStep(action) || action.at.includes('edit') || action.push !== undefined)].slice(
        0,
        2,
      );
  return { next, rest: allowed.filter((action) => !next.includes(action)) };
}
