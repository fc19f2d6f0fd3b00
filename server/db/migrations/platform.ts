import type { Migration } from './migration';
import { migration as m0001OrganisationsAndAccounts } from './platform/0001-organisations-and-accounts';
import { migration as m0002RightsVersion } from './platform/0002-rights-version';
import { migration as m0003Live } from './platform/0003-live';
import { migration as m0004Grams } from './platform/0004-grams';
import { migration as m0005People } from './platform/0005-people';
import { migration as m0006Organisations } from './platform/0006-organisations';
import { migration as m0007Idle } from './platform/0007-idle';
import { migration as m0008ThirdBind } from './platform/0008-third-bind';
import { migration as m0009OrgApps } from './platform/0009-org-apps';
import { migration as m0105ScreenPair } from './platform/0105-screen-pair';
import { migration as m0113ScreenAct } from './platform/0113-screen-act';

/** Schema `platform`: what belongs to the installation and not to one organisation (security.md §1). */
export const PLATFORM_MIGRATIONS: readonly Migration[] = [
  m0001OrganisationsAndAccounts,
  m0002RightsVersion,
  m0003Live,
  m0004Grams,
  m0005People,
  m0006Organisations,
  m0007Idle,
  m0008ThirdBind,
  m0009OrgApps,
  m0105ScreenPair,
  m0113ScreenAct,
];
