/** Tasks by the keyboard: arrows go from one to the next, F1 … and Enter are the steps of the one in front, Esc goes back. */
import { useEffect, useRef } from 'react';
import { isPageKey } from './page-key';
import type { TaskDesk } from './task-desk';
import { stepsOf } from './tasks';

const NEXT: ReadonlySet<string> = new Set(['ArrowRight', 'ArrowDown']);
const BEFORE: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowUp']);

export function useTaskKeys(desk: TaskDesk, isOn: boolean, onEscape: () => void): void {
  const latest = useRef(onEscape);
  latest.current = onEscape;
  useEffect(() => {
    if (!isOn) return;
    const pressed = (event: KeyboardEvent): void => {
      if (!isPageKey(event)) return;
      const { current } = desk;
      const steps = current === undefined ? [] : stepsOf(current.list.page, current.row);
      const step = event.key === 'Enter' ? steps[0] : steps.find(({ key }) => key === event.key);
      if (event.key === 'Escape') latest.current();
      else if (NEXT.has(event.key)) desk.step(1);
      else if (BEFORE.has(event.key)) desk.step(-1);
      else if (step !== undefined && current !== undefined) void current.list.run(step, current.row);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [desk, isOn]);
}
