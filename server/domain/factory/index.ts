/** Server code of the area factory, named for server/domain/index.ts; sorted, one entry a line. */
import { availMin, calendarAvailable } from '../../calendar/available';
import { calendarShift, netMin, shiftDateOf, shiftDay, shiftOf } from '../../calendar/functions';
import { bomStructure } from '../../datasets/factory/bom-structure';
import { calendarMinutes } from '../../datasets/factory/calendar-minutes';
import { expiring } from '../../datasets/factory/expiring';
import { labelPrint } from '../../datasets/factory/label-print';
import { masterGap } from '../../datasets/factory/master-gap';
import type { DomainArea } from '../area';
import { unitFactor } from '../units';
import { badReason } from './bad-reason';
import { bom } from './bom';
import { bomExplode, bomWhereUsed } from './bom-services';
import { capacity } from './capacity';
import { codeLabel } from './code-label';
import { codeRule, codeRuleCounters, codeRuleLatest } from './code-rule';
import { docLink } from './doc-link';
import { employee } from './employee';
import { equipment, equipmentOfCategory } from './equipment';
import { factoryUnit } from './factory-unit';
import { material } from './material';
import { noticeRule } from './notice-rule';
import { piecePrice } from './piece-price';
import { position } from './position';
import { route } from './route';
import { schedulingConfig } from './scheduling-config';
import { shift, shiftPattern } from './shift';
import { substitute } from './substitute';
import { supplier } from './supplier';
import { team } from './team';
import { workCalendar } from './work-calendar';
import { workGroup } from './work-group';

export const factory: DomainArea = {
  functions: [availMin, netMin, shiftDateOf, shiftDay, shiftOf, unitFactor],
  services: [
    bomExplode,
    bomStructure,
    bomWhereUsed,
    calendarAvailable,
    calendarMinutes,
    calendarShift,
    codeRuleCounters,
    codeRuleLatest,
    equipmentOfCategory,
    expiring,
    labelPrint,
    masterGap,
  ],
  modules: {
    badReason,
    bom,
    capacity,
    codeLabel,
    codeRule,
    docLink,
    employee,
    equipment,
    factoryUnit,
    material,
    noticeRule,
    piecePrice,
    position,
    route,
    schedulingConfig,
    shift,
    shiftPattern,
    substitute,
    supplier,
    team,
    workCalendar,
    workGroup,
  },
};
