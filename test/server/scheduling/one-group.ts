/** A plant of one work group: orders of one operation, each with its usual values. */
import { schedule } from '../../../server/scheduling';
import type { Input, Operation, Plan, Resource, WorkOrder } from '../../../server/scheduling/types';
import { dayOf, input, operation, order, resource, taskOf } from './plant';

export const G = [{ id: 'G', name: '车削组' }];
export const onG = { group: 'G' };
export const machine = (code: string, more: Partial<Resource> = {}) => resource(code, { group: 'G', ...more });
export const job = (id: string, qty: number, more: Partial<Operation> = {}) =>
  operation(id, 10, { ...onG, qty, ...more });
export const single = (nbr: string, qty: number, more: Partial<WorkOrder> = {}, of: Partial<Operation> = {}) =>
  order(nbr, [job(nbr, qty, of)], { dueDay: dayOf('01-20'), ...more });
export const floor = (more: Parameters<typeof input>[0]): Input =>
  input({ groups: G, resources: [machine('R1')], ...more });
export const placed = (plan: Plan): string[] =>
  [...plan.tasks].sort((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1)).map((task) => task.nbr);
export const waits = (plan: Plan, id: string) =>
  taskOf(plan, id).waits.map(({ code, minutes, text }) => `${code} ${minutes} ${text}`);
export const pool = (given: Input) => schedule(given).pool.map(({ opNbr, text }) => `${opNbr} ${text}`);
