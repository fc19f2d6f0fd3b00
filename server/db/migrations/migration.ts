/**
 * One hand-made step of a database. Forward only and never edited after merge: what it made is changed by a later one.
 * `$schema` in the text is the quoted schema it runs in (`platform`, or the schema of an organisation).
 */
export interface Migration {
  /** sorts and names it for ever: `0003-stock-ledger` */
  readonly id: string;
  /** `tables`: runs after the tables of the objects are made, so it may refer to them */
  readonly after?: 'tables';
  readonly sql: string;
}
