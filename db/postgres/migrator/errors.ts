/** A migration did not get a lock in time. Trying again later may help. */
export class MigrationBlocked extends Error {
  override readonly name = 'MigrationBlocked'
}

/** Names some: `0022_this, 0023_that and 5 more`. */
export function nameSome(names: string[]): string {
  const [first, rest] = [names.slice(0, 3), names.length - 3]
  return rest > 0 ? `${first.join(', ')} and ${rest} more` : first.join(', ')
}

/** The database is older than this release, and the caller is not to migrate it. */
export class MigrationsPending extends Error {
  override readonly name = 'MigrationsPending'

  constructor(names: string[]) {
    super(
      `The database lacks ${names.length} ${names.length === 1 ? 'migration' : 'migrations'}: ` +
        `${nameSome(names)}. Run \`npm run lyceum -- migrate\`, or start the ` +
        'server with MIGRATE_AT_START=true.',
    )
  }
}
