/** The search box: what of the plan a text means. */
import type { PlanResource } from '../../../../schemas/language/wire-schedule';
import type { Bar } from '../chart/bars';

export const matches = ({ task }: Bar, text: string): boolean => {
  const wanted = text.trim().toLowerCase();
  return [task.workOrderNbr, task.materialCode, task.materialName, task.processName].some((value) =>
    value.toLowerCase().includes(wanted),
  );
};
/** Ids of the tasks; null = no search. */
export const foundIn = (bars: readonly Bar[], text: string): ReadonlySet<string> | null =>
  text.trim() === '' ? null : new Set(bars.filter((bar) => matches(bar, text)).map(({ id }) => id));
export const resourceNamed = (resources: readonly PlanResource[], text: string): PlanResource | undefined => {
  const wanted = text.trim().toLowerCase();
  return resources.find(({ code, name }) => code.toLowerCase() === wanted || name.toLowerCase() === wanted);
};
