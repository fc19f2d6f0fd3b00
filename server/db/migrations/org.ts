import type { Migration } from './migration';
import { migration as m0001Engine } from './org/0001-engine';
import { migration as m0002Files } from './org/0002-files';
import { migration as m0003ListSettings } from './org/0003-list-settings';
import { migration as m0003Live } from './org/0003-live';
import { migration as m0004Design } from './org/0004-design';
import { migration as m0005Sandbox } from './org/0005-sandbox';
import { migration as m0006Sync } from './org/0006-sync';
import { migration as m0007Forms } from './org/0007-forms';
import { migration as m0008PlatformViews } from './org/0008-platform-views';
import { migration as m0009Flow } from './org/0009-flow';
import { migration as m0020Home } from './org/0020-home';
import { migration as m0030Notice } from './org/0030-notice';
import { migration as m0031Phrases } from './org/0031-phrases';
import { migration as m0032NoticeSend } from './org/0032-notice-send';
import { migration as m0040Organisations } from './org/0040-organisations';
import { migration as m0041OrgApps } from './org/0041-org-apps';
import { migration as m0042QuietHours } from './org/0042-quiet-hours';
import { migration as m0043TrailDays } from './org/0043-trail-days';
import { migration as m0044StepLanguage } from './org/0044-step-language';
import { migration as m0045ImportedVersion } from './org/0045-imported-version';
import { migration as m0046SaidBefore } from './org/0046-said-before';
import { migration as m0050Iot } from './org/0050-iot';
import { migration as m0051IotCount } from './org/0051-iot-count';
import { migration as m0052IotOutput } from './org/0052-iot-output';
import { migration as m0060IotState } from './org/0060-iot-state';
import { migration as m0061IotSlot } from './org/0061-iot-slot';
import { migration as m0065IotRules } from './org/0065-iot-rules';
import { migration as m0075Energy } from './org/0075-energy';
import { migration as m0076EnergyClosed } from './org/0076-energy-closed';
import { migration as m0078EnergyReactive } from './org/0078-energy-reactive';
import { migration as m0090EnergyAlerts } from './org/0090-energy-alerts';
import { migration as m0092IotBoot } from './org/0092-iot-boot';
import { migration as m0093IotDiff } from './org/0093-iot-diff';
import { migration as m0094IotAction } from './org/0094-iot-action';
import { migration as m0095IotAdded } from './org/0095-iot-added';
import { migration as m0096IotActionTries } from './org/0096-iot-action-tries';
import { migration as m0140FieldRename } from './org/0140-field-rename';
import { migration as m0141IotNoted } from './org/0141-iot-noted';

/**
 * Tables every organisation has besides those of its objects. Their names start with `mw_`, which no object's table can
 * (object codes have no underscore, and a code `mw…` becomes `mw…` without one).
 */
export const ORG_MIGRATIONS: readonly Migration[] = [
  m0001Engine,
  m0002Files,
  m0003ListSettings,
  m0003Live,
  m0004Design,
  m0005Sandbox,
  m0006Sync,
  m0007Forms,
  m0008PlatformViews,
  m0009Flow,
  m0020Home,
  m0030Notice,
  m0031Phrases,
  m0032NoticeSend,
  m0040Organisations,
  m0041OrgApps,
  m0042QuietHours,
  m0043TrailDays,
  m0044StepLanguage,
  m0045ImportedVersion,
  m0046SaidBefore,
  m0050Iot,
  m0051IotCount,
  m0052IotOutput,
  m0060IotState,
  m0061IotSlot,
  m0065IotRules,
  m0075Energy,
  m0076EnergyClosed,
  m0078EnergyReactive,
  m0090EnergyAlerts,
  m0092IotBoot,
  m0093IotDiff,
  m0094IotAction,
  m0095IotAdded,
  m0096IotActionTries,
  m0140FieldRename,
  m0141IotNoted,
];
