/** The frame of sorts that are lists, not pages: something to choose at the left, the list itself, properties at the right. */
import { ConfigProvider } from 'antd';
import { type ReactNode, useCallback } from 'react';
import { Inspector } from '../inspector/index';
import { fixedBy } from '../rules/index';
import type { Seat } from '../workspace/seat';
import workspace from '../workspace/workspace.module.css';
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
  const { doc, shipped, readonly } = view;
  const refuse = useCallback(
    (to: string): string | undefined => readonly ?? (shipped === undefined ? undefined : fixedBy(shipped, doc, to)),
    [readonly, shipped, doc],
  );
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
          <Inspector
            refuse={refuse}
            doc={doc}
            library={view.library}
            problems={view.problems
              .filter((one) => one.document === view.open?.id)
              .map(({ code, address: path, text, level }) => ({ code, path, text, level }))}
            standard={view.open === undefined || view.open.own ? undefined : view.base}
            onSelect={(to) => desk.select(to === '' ? [] : [to])}
            onSteps={onSteps}
            addresses={[address]}
            {...(without === undefined ? {} : { without })}
          />
        </div>
      </aside>
    </>
  );
};
