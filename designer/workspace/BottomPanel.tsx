/** Below the page: what is wrong, the text itself, what this draft changed. Folds to a line. */
import { lazy, Suspense, useMemo, useState } from 'react';
import type { Step } from '../../schemas/language/steps/index';
import { type ChangeWord, changeWords } from '../../schemas/language/words/index';
import { Glyph } from '../Glyph';
import { ProblemsPanel } from '../problems/index';
import { type Sampling, TrialPanel } from '../trial/index';
import styles from './bottom.module.css';
import type { DeskView } from './desk';

const SourceView = lazy(() => import('../source/index').then((module) => ({ default: module.SourceView })));

export type BottomTab = 'problems' | 'source' | 'trial' | 'changes';
interface Props {
  readonly view: DeskView;
  readonly sampling: Sampling;
  readonly tab: BottomTab | undefined;
  readonly onTab: (tab: BottomTab | undefined) => void;
  readonly onJump: (document: string, address: string) => void;
  readonly onSteps: (steps: readonly Step[], gesture: string) => void;
  readonly onSelect: (address: string) => void;
}

export const BottomPanel = ({ view, sampling, tab, onTab, onJump, onSteps, onSelect }: Props) => {
  const { doc, base, problems, open } = view;
  const [kept, setKept] = useState<BottomTab>('problems');
  const isNew = Object.keys(base).length === 0;
  const changes = useMemo(() => (isNew ? [] : changeWords(base, doc)), [isNew, base, doc]);
  const errors = problems.filter((one) => one.level === 'error').length;
  const tabs: readonly { readonly code: BottomTab; readonly title: string; readonly count: number }[] = [
    { code: 'problems', title: '问题', count: problems.length },
    { code: 'source', title: '源码', count: 0 },
    ...(view.object === undefined ? [] : [{ code: 'trial' as const, title: '测试', count: 0 }]),
    { code: 'changes', title: '变更', count: changes.length },
  ];
  const choose = (code: BottomTab): void => {
    setKept(code);
    onTab(tab === code ? undefined : code);
  };
  const own = problems.filter((one) => one.document === open?.id);
  return (
    <section className={styles.bottom} data-open={tab === undefined ? undefined : ''} aria-label="问题与源码">
      <div className={styles.tabs} role="tablist">
        {tabs.map((one) => (
          <button
            key={one.code}
            type="button"
            role="tab"
            aria-selected={one.code === tab}
            onClick={() => choose(one.code)}
          >
            {one.title}
            {one.count > 0 && <b data-bad={one.code === 'problems' && errors > 0 ? '' : undefined}>{one.count}</b>}
          </button>
        ))}
        <button
          type="button"
          className={styles.fold}
          aria-label={tab === undefined ? '展开' : '收起'}
          onClick={() => onTab(tab === undefined ? kept : undefined)}
        >
          <Glyph name="down" />
        </button>
      </div>
      {tab !== undefined && (
        <div className={styles.body}>
          {tab === 'problems' ? (
            <ProblemsPanel
              problems={problems}
              open={open?.id}
              doc={doc}
              library={view.library}
              titleOf={(id) => view.documents.find((one) => one.id === id)?.title ?? id}
              onJump={onJump}
              onSteps={onSteps}
            />
          ) : tab === 'source' ? (
            <Suspense fallback={null}>
              <SourceView
                key={open?.id}
                doc={doc}
                problems={own.map(({ address, text, level }) => ({ path: address, text, level }))}
                address={view.selection[0]}
                onSteps={onSteps}
              />
            </Suspense>
          ) : tab === 'trial' && view.object !== undefined ? (
            <TrialPanel
              object={view.object}
              lib={view.lib}
              sampling={sampling}
              address={view.selection[0]}
              onSelect={onSelect}
            />
          ) : (
            <Changes isNew={isNew} words={changes} />
          )}
        </div>
      )}
    </section>
  );
};

interface ChangesProps {
  readonly isNew: boolean;
  readonly words: readonly ChangeWord[];
}
const Changes = ({ isNew, words }: ChangesProps) => {
  if (isNew) return <p className={styles.none}>这是新的，还没有发布过。</p>;
  if (words.length === 0) return <p className={styles.none}>与发布的一样。</p>;
  return (
    <ol className={styles.changes}>
      {words.map((word) => (
        <li key={word.address + word.text}>
          {word.word}
          {word.what} {word.text}
          {word.was !== undefined && (
            <small>
              {word.was} → {word.now ?? '无'}
            </small>
          )}
        </li>
      ))}
    </ol>
  );
};
