/** Control charts (domain 70, Q9): limits from subgroups, run rules. Pure, so the server that judges and a page that previews agree. */
export { baseOf, chartsOf, type SpcBase, type SpcCharts, type SpcKind, type SpcPoint, type Subgroup } from './charts';
export { constantsOf, MAX_SIZE, MIN_SIZE } from './constants';
export { firedRules, type RunOptions } from './rules';
