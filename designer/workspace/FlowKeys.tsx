/** What a flow says as a whole, at the size of a page: which documents take it, and how it runs. */
import type { Page } from '../../runtime/page/index';
import { SORTS } from '../../schemas/language/sorts/index';
import type { Step } from '../../schemas/language/steps/index';
import type { Desk, DeskView } from '../desk/desk';
import { useProperties } from '../desk/use-properties';
import type { Sample } from '../expression/index';
import { Inspector } from '../inspector/index';
import styles from './flow-keys.module.css';

interface Props {
  readonly face: 'binds' | 'settings';
  readonly desk: Desk;
  readonly view: DeskView;
  readonly page: Page | undefined;
  readonly sample: Sample | undefined;
  readonly onSteps: (steps: readonly Step[], gesture: string) => void;
}

const BINDS: ReadonlySet<string> = new Set(['object', 'binds']);
const OTHERS: ReadonlySet<string> = new Set(Object.keys(SORTS.flow).filter((key) => !BINDS.has(key)));

export const FlowKeys = ({ face, desk, view, page, sample, onSteps }: Props) => {
  const properties = useProperties(desk, view, onSteps);
  return (
    <div className={styles.page}>
      <section className={styles.sheet} aria-label={face === 'binds' ? '绑定单据' : '设置'}>
        {face === 'binds' && <p>提交审批时按优先级从小到大试条件，第一个成立的流程被采用；都不成立时用默认的流程。</p>}
        <Inspector
          {...properties}
          page={page}
          sample={sample}
          root=""
          addresses={['']}
          without={face === 'binds' ? OTHERS : BINDS}
        />
      </section>
    </div>
  );
};
