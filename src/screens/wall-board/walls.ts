/** Addresses of large boards made by hand (specification §2), which need no sign-in, and the board each of them shows. */
export const WALLS: Readonly<Record<string, string>> = {
  '/dashboard/deviceoperationmonitor': 'deviceOperation',
  '/dashboard/devicerunning': 'deviceRunning',
};
