import type { Input, Plan } from '../types';

export interface ToThread {
  readonly input: Input;
  /** seconds for step 11 */
  readonly improveSec: number;
}
export type FromThread = { readonly share: number } | { readonly plan: Plan };
