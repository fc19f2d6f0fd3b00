/** What a host application of Sparkplug says of itself (50 §2.4): retained, read by edge nodes that wait for it. */
export const stateOf = (online: boolean, timestamp: number): string => JSON.stringify({ online, timestamp });
