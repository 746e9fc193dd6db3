/** The account that PostgreSQL runs under when we are root, because it refuses to run as root. */
export interface Account {
  readonly uid: number
  readonly gid: number
  readonly name: string
}
