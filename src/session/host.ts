/** Where the application runs: the embedded messenger is known by its user agent (specification §9). */
export const isMessenger = (agent: string = navigator.userAgent): boolean => /dingtalk/i.test(agent);

/** header of every call: 2 in the embedded messenger, else 0 */
export const appMark = (agent: string = navigator.userAgent): '2' | '0' => (isMessenger(agent) ? '2' : '0');
