/** Reason codes of MQTT 5 (its section 2.4) that are said here, and what MQTT 3.1.1 has for them. */
export const REASON = {
  success: 0x00,
  withWill: 0x04,
  unspecified: 0x80,
  malformed: 0x81,
  protocol: 0x82,
  clientId: 0x85,
  user: 0x86,
  notAuthorized: 0x87,
  busy: 0x89,
  shuttingDown: 0x8b,
  authMethod: 0x8c,
  keepAlive: 0x8d,
  takenOver: 0x8e,
  topicName: 0x90,
  receiveMaximum: 0x93,
  topicAlias: 0x94,
  tooLarge: 0x95,
  quota: 0x97,
  byAdministrator: 0x98,
  noRetain: 0x9a,
  noShared: 0x9e,
  noSubscriptionId: 0xa1,
} as const;
export type Reason = (typeof REASON)[keyof typeof REASON];

/** a return code of CONNACK in 3.1.1 */
const CONNACK = [REASON.success, 0x84, REASON.clientId, 0x88, REASON.user, REASON.notAuthorized];
export const reasonOfReturn = (returnCode = 5): number => CONNACK[returnCode] ?? REASON.unspecified;
/** a code of SUBACK in 3.1.1: a quality, or that it is refused, which here is for want of a right */
export const reasonOfGrant = (granted = 0x80): number => (granted > 2 ? REASON.notAuthorized : granted);
