/** 工艺 of an order (30 §2): its operations wait for one another as those of a route do. */
import type { Problem } from '../../../schemas/language/value';
import type { JudgedOf } from '../../rows';
import { type RouteProblem, routeProblems } from '../factory/route-rules';

export const opsProblems = ({ ops }: Pick<JudgedOf<'prdOrder'>, 'ops'>): readonly Problem[] => {
  if (ops.length === 0) return [];
  const route = ops.map((op) => ({
    id: op.id,
    opNbr: op.opNbr,
    predecessors: op.predecessors ?? [],
    ratio: op.ratio,
    stdMin: op.stdMin ?? 0,
    runBase: op.runBase ?? 1,
    setupMin: op.setupMin ?? 0,
    queueMin: op.queueMin ?? 0,
    moveMin: op.moveMin ?? 0,
    isOut: op.outFlag === true,
    outDays: op.outDays ?? 0,
  }));
  return routeProblems(route).map((found) => ({
    code: 'prdOrder.ops',
    path: found.row === undefined ? 'ops' : `ops[${found.row}].${found.field}`,
    text: told(found),
  }));
};
/** Two that wait for each other are named; of more the whole way round is. */
const told = ({ cycle = [], text }: RouteProblem): string =>
  cycle.length === 3 ? `工序${Math.min(...cycle)}与工序${Math.max(...cycle)}互为前工序` : text;
