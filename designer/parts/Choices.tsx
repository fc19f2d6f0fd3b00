/** One of a few, each a button: tabs over what stands below, or values to choose from. Arrow keys go from one to the next. */
import type { KeyboardEvent, ReactNode } from 'react';
import styles from './choices.module.css';

export interface Choice<Code extends string | number> {
  readonly code: Code;
  readonly title: string;
  /** a sentence below the title */
  readonly say?: string;
  /** behind the title: a count */
  readonly extra?: ReactNode;
}
interface Props<Code extends string | number> {
  readonly role: 'tab' | 'radio';
  /** tabs of a line, a segmented bar, cards with a sentence each */
  readonly look: 'line' | 'bar' | 'cards';
  readonly label?: string;
  readonly choices: readonly Choice<Code>[];
  readonly value: Code | undefined;
  readonly onChoose: (code: Code) => void;
  readonly className?: string | undefined;
}

export function Choices<Code extends string | number>(props: Props<Code>) {
  const { role, look, label, choices, value, onChoose, className } = props;
  const chosen = role === 'tab' ? 'aria-selected' : 'aria-checked';
  return (
    <div
      className={className === undefined ? styles[look] : `${styles[look]} ${className}`}
      role={role === 'tab' ? 'tablist' : 'radiogroup'}
      aria-label={label}
      onKeyDown={walk}
    >
      {choices.map((choice) => (
        <button
          key={choice.code}
          type="button"
          role={role}
          {...{ [chosen]: choice.code === value }}
          onClick={() => onChoose(choice.code)}
        >
          {choice.say === undefined ? choice.title : <b>{choice.title}</b>}
          {choice.say !== undefined && <small>{choice.say}</small>}
          {choice.extra}
        </button>
      ))}
    </div>
  );
}

const WAYS: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
/** The keys stay here: outside they walk through the page. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const by = WAYS[event.key];
  if (by === undefined || event.altKey || event.ctrlKey) return;
  const all = [...event.currentTarget.querySelectorAll('button')];
  const next = all[all.indexOf(event.target as HTMLButtonElement) + by];
  event.preventDefault();
  event.stopPropagation();
  next?.focus();
}
