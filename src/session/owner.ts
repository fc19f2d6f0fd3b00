/** What a browser tab keeps (open pages, pushed records, drafts without encryption) belongs to who is signed in: the next user starts clean. */
const OWNER = 'millwright.owner';

export const admitOwner = (org: string, user: string): void => {
  const owner = `${org}/${user}`;
  const before = sessionStorage.getItem(OWNER);
  if (before !== null && before !== owner) sessionStorage.clear();
  sessionStorage.setItem(OWNER, owner);
};
