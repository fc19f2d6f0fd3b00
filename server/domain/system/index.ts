/** Server code of the area system, named for server/domain/index.ts; sorted, one entry a line. */

import type { DomainArea } from '../area';
import { auditSetting } from './audit-setting';
import { calculate } from './calculate';
import { clockDrift } from './clock-drift';
import { dataMaintRun } from './data-maint';
import { dept } from './dept';
import { deptRole } from './dept-role';
import { extendHead } from './extend-head';
import { formula } from './formula';
import { homePlan } from './home-plan';
import { news } from './news';
import { operLog } from './oper-log';
import { role } from './role';
import { screenCfg, screenNewKey } from './screen-cfg';
import { user } from './user';
import { userProfile } from './user-profile';

export const system: DomainArea = {
  modules: {
    auditSetting,
    dataMaintRun,
    dept,
    deptRole,
    extendHead,
    formula,
    homePlan,
    news,
    operLog,
    role,
    screenCfg,
    user,
    userProfile,
  },
  functions: [calculate, clockDrift],
  services: [screenNewKey],
};
