import { wallAt } from '../../schemas/language/walls';

/** Addresses that need no session (specification §2). */
export const PUBLIC_ROUTES = [
  '/login',
  '/loginNew',
  '/forgotPassword',
  '/register',
  '/registerNew',
  '/register/success',
  '/test',
] as const;

/** the board of whoever is signed in on a phone, or of a key; without either it asks for a sign-in */
const PHONE = '/dd';

/** Boards open in a new tab, need no sign-in and never redirect to it. */
export const BOARD_ROUTES = [
  '/dashboard/deviceoperationmonitor',
  '/dashboard/devicerealtime',
  '/dashboard/devicerunning',
  '/dashboard/devicerunning2',
  '/dashboard/synthesis',
  '/dashboard/eqOperationStation',
  PHONE,
] as const;

/** a public board by its code, `/screen/workshopDay`: by key, from the factory's net, or in the session of who is signed in */
export const SCREEN = '/screen/';

const plain = (path: string): string => path.replace(/\/+$/, '') || '/';

export const isScreen = (path: string): boolean => path.startsWith(SCREEN) && plain(path).length > SCREEN.length;
/** a large board made by hand */
export const isWall = (path: string): boolean => wallAt(plain(path)) !== undefined;
export const isPhone = (path: string): boolean => plain(path) === PHONE;
export const isBoard = (path: string): boolean =>
  isScreen(path) || (BOARD_ROUTES as readonly string[]).includes(plain(path));
export const isPublic = (path: string): boolean => (PUBLIC_ROUTES as readonly string[]).includes(plain(path));
