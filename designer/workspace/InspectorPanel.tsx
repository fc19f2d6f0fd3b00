/** The right side: properties of what is chosen. A thing on the page shows its field first, then how it stands there. */
import { useMemo } from 'react';
import type { Page } from '../../runtime/page/index';
import type { Step } from '../../schemas/language/steps/index';
import type { Problem } from '../../schemas/language/value';
import { Sketch } from '../commands/index';
import type { Command } from '../document/state';
import { Inspector } from '../inspector/index';
import type { DeskView } from './desk';
import { fieldsOf } from './field-of';
import styles from './inspector-panel.module.css';
import type { StoreDesk } from './store-desk';

interface Props {
  readonly desk: StoreDesk;
  readonly view: DeskView;
  readonly page: Page | undefined;
  readonly onRefused: (text: string) => void;
}

/** Steps as the inspector made them, kept within the limits of a shipped document. */
const writeSteps: Command<{ readonly steps: readonly Step[]; readonly group: string }> = (state, { steps, group }) => {
  const sketch = new Sketch(state);
  for (const step of steps) sketch.step(step);
  return sketch.done('调整', { group: `${state.open}:${group}` });
};

export const InspectorPanel = ({ desk, view, page, onRefused }: Props) => {
  const { doc, selection, open, problems } = view;
  const own = useMemo<readonly Problem[]>(
    () =>
      problems
        .filter((one) => one.document === open?.id)
        .map(({ address, text, level }) => ({ code: '', path: address, text, level })),
    [problems, open],
  );
  const shared = {
    doc,
    library: desk.library,
    problems: own,
    page,
    onSelect: (address: string) => desk.select(address === '' ? [] : [address]),
    onSteps: (steps: readonly Step[], gesture: string) => {
      const refusal = desk.store.run(writeSteps, { steps, group: gesture });
      if (refusal !== undefined) onRefused(refusal.reason);
    },
  };
  const fields = fieldsOf(view.object, selection);
  if (selection.length === 0) return <Inspector {...shared} addresses={['']} />;
  return (
    <div className={styles.panel}>
      {fields.length > 0 && <Inspector {...shared} addresses={fields} />}
      {fields.length > 0 && <h3 className={styles.placed}>在这里的样子</h3>}
      <Inspector {...shared} addresses={selection} />
    </div>
  );
};
