/** Trying a draft on real records. */
export { TrialPanel, type TrialPanelProps } from './TrialPanel';
export { type Sampling, sampleOf, useSample } from './use-sample';
