/** A layout under hands: the grid, the catalogue and the properties of the chosen card beside it. Ctrl+Z and Ctrl+Y go back and forth. */
import { type ReactNode, useEffect, useState } from 'react';
import type { HomeCell } from '../../../schemas/language/home/layout';
import type { HomeCardInfo } from '../../../schemas/language/home/wire';
import type { SessionStore } from '../../session/session';
import { CardGrid } from './CardGrid';
import { Catalogue } from './Catalogue';
import { CellPanel } from './CellPanel';
import styles from './LayoutDesk.module.css';
import type { LayoutEdit } from './use-layout-edit';

interface Props {
  readonly edit: LayoutEdit;
  readonly cards: readonly HomeCardInfo[];
  readonly columns: number;
  readonly session: SessionStore;
  readonly active: boolean;
  readonly children: (cell: HomeCell, info: HomeCardInfo | undefined) => ReactNode;
  readonly remark?: (cell: HomeCell) => string | undefined;
}

export const LayoutDesk = ({ edit, cards, columns, session, active, children, remark }: Props) => {
  const [selected, setSelected] = useState<string>();
  const byCode = new Map(cards.map((card) => [card.card, card]));
  const cell = edit.cells.find((cell) => cell.card === selected);
  const { undo, redo } = edit;
  useEffect(() => {
    if (!active) return;
    const handle = (event: KeyboardEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      if (event.target instanceof HTMLInputElement) return;
      const key = event.key.toLowerCase();
      if (key === 'z' && !event.shiftKey) undo();
      else if (key === 'y' || key === 'z') redo();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', handle);
    return () => window.removeEventListener('keydown', handle);
  }, [active, undo, redo]);
  return (
    <div className={styles.desk}>
      <div className={styles.grid}>
        <CardGrid
          cells={edit.cells}
          cards={byCode}
          columns={columns}
          onChange={edit.change}
          selected={selected}
          onSelect={setSelected}
          {...(remark === undefined ? {} : { remark })}
        >
          {children}
        </CardGrid>
        {edit.cells.length === 0 && <p className={styles.none}>还没有卡片，从右侧目录添加</p>}
      </div>
      <div className={styles.side}>
        <CellPanel
          cell={cell}
          info={cell && byCode.get(cell.card)}
          session={session}
          onChange={(next) => edit.change(edit.cells.map((cell) => (cell.card === next.card ? next : cell)))}
        />
        <Catalogue
          cards={cards}
          placed={new Set(edit.cells.map((cell) => cell.card))}
          onAdd={(card) => {
            edit.add(card);
            setSelected(card.card);
          }}
        />
      </div>
    </div>
  );
};
