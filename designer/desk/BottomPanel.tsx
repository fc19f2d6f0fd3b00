/** Below the page: what is wrong, the text itself, what this draft changed. Folds to a line. */
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import type { Step } from '../../schemas/language/steps/index';
import { type ChangeWord, changeWords } from '../../schemas/language/words/index';
import { Glyph } from '../Glyph';
import { type Choice, Choices } from '../parts/Choices';
import { ProblemsPanel } from '../problems/index';
import { type Sampling, TrialPanel } from '../trial/index';
import styles from './bottom.module.css';
import type { DeskView } from './desk';
import { SaidLine } from './Said';
import { useSourceLookup } from './source-lookup';

const SourceView = lazy(() => import('../source/index').then((module) => ({ default: module.SourceView })));

export type BottomTab = 'problems' | 'own' | 'source' | 'trial' | 'changes';
interface Props {
  readonly view: DeskView;
  readonly sampling: Sampling;
  readonly tab: BottomTab | undefined;
  readonly onTab: (tab: BottomTab | undefined) => void;
  readonly onJump: (document: string, address: string) => void;
  readonly onSteps: (steps: readonly Step[], gesture: string) => void;
  readonly onSelect: (address: string) => void;
  /** what this sort of document has beside: pages of a layout, the simulation of a flow */
  readonly own?: { readonly title: string; readonly body: ReactNode };
}

export const BottomPanel = ({ view, sampling, tab, onTab, onJump, onSteps, onSelect, own }: Props) => {
  const { doc, base, problems, open } = view;
  const lookup = useSourceLookup(view);
  const [kept, setKept] = useState<BottomTab>('problems');
  const isNew = Object.keys(base).length === 0;
  const changes = useMemo(() => (isNew ? [] : changeWords(base, doc)), [isNew, base, doc]);
  const errors = problems.filter((problem) => problem.level === 'error').length;
  const tabOf = (code: BottomTab, title: string, count = 0): Choice<BottomTab> => ({
    code,
    title,
    ...(count > 0 && { extra: <b data-bad={code === 'problems' && errors > 0 ? '' : undefined}>{count}</b> }),
  });
  const tabs = [
    tabOf('problems', '问题', problems.length),
    ...(own === undefined ? [] : [tabOf('own', own.title)]),
    tabOf('source', '源码'),
    ...(view.object === undefined ? [] : [tabOf('trial', '测试')]),
    tabOf('changes', '变更', changes.length),
  ];
  const choose = (code: BottomTab): void => {
    setKept(code);
    onTab(tab === code ? undefined : code);
  };
  const ofOpen = problems.filter((problem) => problem.document === open?.id);
  return (
    <section className={styles.bottom} data-open={tab === undefined ? undefined : ''} aria-label="问题与源码">
      <div className={styles.bar}>
        <Choices role="tab" look="line" choices={tabs} value={tab} onChoose={choose} />
        <SaidLine />
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
              titleOf={(id) => view.documents.find((doc) => doc.id === id)?.title ?? id}
              onJump={onJump}
              onSteps={onSteps}
            />
          ) : tab === 'own' ? (
            own?.body
          ) : tab === 'source' ? (
            <Suspense fallback={null}>
              <SourceView
                key={open?.id}
                doc={doc}
                problems={ofOpen.map(({ address, text, level }) => ({ path: address, text, level }))}
                address={view.selection[0]}
                readonly={view.readonly !== undefined}
                lookup={lookup}
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
