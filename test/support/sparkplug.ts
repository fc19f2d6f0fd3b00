/** A box that speaks Sparkplug B, and its messages as another library writes them. */
import { get } from 'sparkplug-payload';
import type { UPayload } from 'sparkplug-payload/lib/sparkplugbpayload';

const library = get('spBv1.0');
/** bytes of a payload as `sparkplug-payload` writes them */
export const encoded = (payload: UPayload): Buffer => Buffer.from(library?.encodePayload(payload) ?? []);
export const decoded = (bytes: Buffer): UPayload => library?.decodePayload(bytes) ?? {};
