/** Publishing a draft, its versions, the way back. */
export type { DraftedText } from './PlanCards';
export { PublishScreen, type PublishScreenProps } from './PublishScreen';
