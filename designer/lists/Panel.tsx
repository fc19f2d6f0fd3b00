/** The frame of sorts that are lists, not pages: something to choose at the left, the list itself, properties at the right. */
import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import workspace from '../desk/desk.module.css';
import type { Seat } from '../desk/seat';
import { useProperties } from '../desk/use-properties';
import { Inspector } from '../inspector/index';
import styles from './lists.module.css';

interface Props {
  readonly seat: Seat;
  readonly left: ReactNode;
  readonly children: ReactNode;
  /** above the properties */
  readonly card?: ReactNode;
  readonly address: string;
  readonly without?: ReadonlySet<string>;
}

export const ListFrame = ({ seat, left, children, card, address, without }: Props) => {
  const { desk, view, onSteps } = seat;
  const { readonly } = view;
  const properties = useProperties(desk, view, onSteps);
  return (
    <>
      {left}
      <div className={workspace.middle}>
        {seat.conflicts}
        <ConfigProvider componentDisabled={readonly !== undefined}>
          <div className={styles.ground}>{children}</div>
        </ConfigProvider>
        {seat.bottom}
      </div>
      <aside className={workspace.right} aria-label="属性">
        <div className={styles.scroll}>
          <ConfigProvider componentDisabled={readonly !== undefined}>{card}</ConfigProvider>
          <Inspector {...properties} addresses={[address]} {...(without === undefined ? {} : { without })} />
        </div>
      </aside>
    </>
  );
};
