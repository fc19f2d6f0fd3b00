/** Values of fields of kind json: plain data that the schedule alone writes and reads. */
import type { Json } from '../../../../schemas/language/value';

// readonly lists and interfaces are JSON to everybody but the type of such a field
export const asJson = (value: unknown): Json => value as Json;
/** What `asJson` wrote; null = nothing yet. */
// the field has one writer
export const fromJson = <T>(value: Json | undefined): T | null => (value ?? null) as T | null;
