import type { DomainModule, ServerFunction, Service } from '../ctx';

/** What one area brings: modules by object code, services and server functions by their own names. */
export interface DomainArea {
  readonly modules?: Readonly<Record<string, DomainModule>>;
  readonly services?: readonly Service[];
  readonly functions?: readonly ServerFunction[];
  /** reports by the word `statType` of the statistics calls has for them */
  readonly statTypes?: Readonly<Record<string, string>>;
}
