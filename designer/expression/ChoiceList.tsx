/** Choices under the editor: what they are, their code, their type. The keys stay in the editor. */
import { useEffect, useRef } from 'react';
import { Icon, type IconName } from '../../runtime/page/index';
import type { Choice } from './complete';
import styles from './expression.module.css';

export interface ChoiceListProps {
  readonly choices: readonly Choice[];
  readonly chosen: number;
  readonly onChoose: (choice: Choice) => void;
  readonly onHover: (index: number) => void;
}
const ICONS: { readonly [kind in Choice['kind']]: IconName } = {
  field: 'columns',
  rows: 'table',
  code: 'check',
  function: 'chart',
  word: 'user',
};

export const ChoiceList = ({ choices, chosen, onChoose, onHover }: ChoiceListProps) => {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <ul ref={list} className={styles.choices} role="listbox" aria-label="可以写" tabIndex={0}>
      {choices.map((choice, i) => (
        <li
          key={`${choice.kind}:${choice.insert}:${choice.title}`}
          role="option"
          aria-selected={i === chosen}
          className={styles.choice}
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(choice);
          }}
          onMouseMove={() => onHover(i)}
        >
          <Icon name={ICONS[choice.kind]} />
          <span className={styles.name}>{choice.title}</span>
          {choice.help === undefined && choice.code !== choice.title && <code>{choice.code}</code>}
          {choice.help !== undefined && <code>{choice.help.slice(choice.title.length)}</code>}
          <span className={styles.detail}>{choice.detail}</span>
        </li>
      ))}
    </ul>
  );
};
