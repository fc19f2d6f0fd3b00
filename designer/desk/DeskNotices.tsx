/** Above the middle of every screen: what a new shipped version did not take, what others made impossible, why nothing can be changed. */
import { designClient } from '../data/client';
import { Conflicts } from './Conflicts';
import type { DeskView } from './desk';
import styles from './desk.module.css';
import type { StoreDesk } from './store-desk';
import { Upgrade } from './Upgrade';

interface Props {
  readonly desk: StoreDesk;
  readonly view: DeskView;
  /** what is published changed: everything is read anew, and a document opened again */
  readonly onReload: (open?: string) => void;
}

export const DeskNotices = ({ desk, view, onReload }: Props) => (
  <>
    <Upgrade
      key={view.open?.id}
      view={view}
      onDecide={async (mine) => {
        await designClient.decide(view.open?.id ?? '', mine);
        onReload(view.open?.id);
      }}
    />
    <Conflicts view={view} onDecide={(conflict, choice) => desk.store.decide(conflict, choice)} />
    {view.readonly !== undefined && (
      <p role="status" className={styles.closed}>
        {view.readonly}
      </p>
    )}
  </>
);
