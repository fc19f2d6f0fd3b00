/** Publishing a draft, its versions, the way back; apps as files. */
export { AppFiles } from './AppFiles';
export type { DraftedText } from './PlanCards';
export { PublishScreen } from './PublishScreen';
export type { PublishScreenProps } from './use-publish';
