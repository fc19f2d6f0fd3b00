/** Trying a draft on real records. */

export { TrialPanel, type TrialPanelProps } from './TrialPanel';
export { TryDialog, type TryWish } from './TryDialog';
export { TryScreen } from './TryScreen';
export { type Sampling, sampleOf, useSample } from './use-sample';
