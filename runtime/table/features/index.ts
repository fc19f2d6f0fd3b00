/** The column features, in the order their cells wrap each other: content first, then what stands around it. */
import type { TableFeature } from '../types';
import { dot } from './dot';
import { elapsed } from './elapsed';
import { file } from './file';
import { html } from './html';
import { image } from './image';
import { link } from './link';
import { placeholder } from './placeholder';
import { process } from './process';
import { progress } from './progress';
import { scan } from './scan';
import { tag } from './tag';
import { tip } from './tip';
import { tone } from './tone';

export const FEATURES: readonly TableFeature[] = [
  image,
  file,
  html,
  progress,
  process,
  elapsed,
  tag,
  dot,
  placeholder,
  link,
  tone,
  tip,
  scan,
];
