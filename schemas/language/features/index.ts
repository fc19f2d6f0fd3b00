/** All column features in the order their wire keys are written. */
import { align } from './align';
import { computed } from './computed';
import { duration } from './duration';
import { elapsed } from './elapsed';
import type { ColumnFeature } from './feature';
import { file } from './file';
import { group } from './group';
import { html } from './html';
import { inline } from './inline';
import { look } from './look';
import { overflow } from './overflow';
import { penetrate } from './penetrate';
import { pin } from './pin';
import { placeholder } from './placeholder';
import { process } from './process';
import { progress } from './progress';
import { required } from './required';
import { scan } from './scan';
import { sort } from './sort';
import { tag } from './tag';
import { tip } from './tip';
import { max, text, tone } from './tone';
import { width } from './width';

export const FEATURES = [
  width,
  pin,
  sort,
  align,
  overflow,
  required,
  tip,
  html,
  progress,
  process,
  scan,
  placeholder,
  file,
  penetrate,
  group,
  computed,
  tag,
  look,
  elapsed,
  duration,
  inline,
  tone,
  text,
  max,
] as const satisfies readonly ColumnFeature[];
