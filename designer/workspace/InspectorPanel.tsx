/** The right side: properties of what is chosen. A thing on the page shows its field first, then how it stands there. */
import { useMemo } from 'react';
import type { Page } from '../../runtime/page/index';
import type { Step } from '../../schemas/language/steps/index';
import type { Problem } from '../../schemas/language/value';
import type { Sample } from '../expression/index';
import { Inspector } from '../inspector/index';
import type { Desk, DeskView } from './desk';
import { fieldsOf } from './field-of';
import styles from './inspector-panel.module.css';

interface Props {
  readonly desk: Desk;
  readonly view: DeskView;
  readonly page: Page | undefined;
  /** a real record that expressions are tried on */
  readonly sample: Sample | undefined;
  readonly onSteps: (steps: readonly Step[], gesture: string) => void;
}

export const InspectorPanel = ({ desk, view, page, sample, onSteps }: Props) => {
  const { doc, selection, open, problems } = view;
  const own = useMemo<readonly Problem[]>(
    () =>
      problems
        .filter((one) => one.document === open?.id)
        .map(({ code, address, text, level }) => ({ code, path: address, text, level })),
    [problems, open],
  );
  const shared = {
    doc,
    library: view.library,
    problems: own,
    page,
    sample,
    // a shipped document goes back to what it was, not to nothing
    standard: open === undefined || open.own ? undefined : view.base,
    onSelect: (address: string) => desk.select(address === '' ? [] : [address]),
    onSteps,
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
