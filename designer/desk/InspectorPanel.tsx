/** The right side: properties of what is chosen. A thing on the page shows its field first, then how it stands there. */
import type { Page } from '../../runtime/page/index';
import type { Step } from '../../schemas/language/steps/index';
import type { Sample } from '../expression/index';
import { Inspector } from '../inspector/index';
import type { OutlineFace } from '../outline/outline-of';
import type { Desk, DeskView } from './desk';
import { fieldsOf } from './field-of';
import styles from './inspector-panel.module.css';
import { useProperties } from './use-properties';

interface Props {
  readonly desk: Desk;
  readonly view: DeskView;
  /** the side of an object that is shown; other sorts have none */
  readonly face?: OutlineFace;
  readonly page: Page | undefined;
  /** a real record that expressions are tried on */
  readonly sample: Sample | undefined;
  readonly onSteps: (steps: readonly Step[], gesture: string) => void;
}

/** Sides that are a node of their own: what they say as a whole. */
const SIDE: Partial<Readonly<Record<OutlineFace, string>>> = { list: 'list', detail: 'detail', access: 'access' };

export const InspectorPanel = ({ desk, view, face, page, sample, onSteps }: Props) => {
  const { selection } = view;
  const shared = { ...useProperties(desk, view, onSteps), page, sample };
  const fields = fieldsOf(view.object, selection);
  if (selection.length === 0) {
    const side = view.object === undefined ? '' : ((face && SIDE[face]) ?? '');
    return <Inspector {...shared} root={side} addresses={[side]} />;
  }
  return (
    <div className={styles.panel}>
      {fields.length > 0 && <Inspector {...shared} addresses={fields} />}
      {fields.length > 0 && <h3 className={styles.placed}>在这里的样子</h3>}
      <Inspector {...shared} addresses={selection} />
    </div>
  );
};
