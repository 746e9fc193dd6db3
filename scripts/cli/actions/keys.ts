import { lockKeys } from '../../../db/postgres/database-server.ts'
import { listSecretPepperVersions } from '../../../db/queries/authoring/sources.ts'
import { hasSessionOpenedUntil } from '../../../db/queries/people/sessions.ts'
import { listPepperVersions } from '../../../db/queries/people/users/users.ts'
import { readSomeConfig } from '../../../server/config/config.ts'
import { parseDuration } from '../../../server/config/duration.ts'
import { type Deps, inTransaction } from '../../../server/context.ts'
import { adoptKeys, noteKeys } from '../../../server/features/maintenance/keys/keys-of-data.ts'
import { recordEvent } from '../../../server/security/audit.ts'
import {
  createKeys,
  type Keys,
  type KeysSource,
  readConfiguredKeys,
  readKeys,
  replaceKeys,
} from '../../../server/security/key-ring/keys.ts'
import {
  addKey,
  describeKeys,
  type KeyKind,
  type KeyState,
  replaceKey,
  withoutUnneeded,
} from '../../../server/security/key-ring/rotate-keys.ts'
import { ConflictError, UsageError } from '../command-errors.ts'
import type { CautionOptions } from '../confirm.ts'
import type { CommandResult } from '../output.ts'
import { listOf } from '../results.ts'
import { surroundings } from '../surroundings.ts'

export async function createKeysFile(): Promise<CommandResult> {
  const { keysFile } = keysSource({ isChanged: true })
  if (!(await createKeys(keysFile)))
    throw new ConflictError(`${keysFile} already contains keys; they were not changed.`)
  return {
    json: { file: keysFile },
    text:
      `New keys are in ${keysFile}. ` +
      'Keep a copy in a safe place: without them nobody can log in any more.\n',
  }
}

export async function listKeys(): Promise<CommandResult> {
  return resultOf(describeKeys(await readConfiguredKeys(keysSource()), new Date()))
}

interface RotateOptions extends CautionOptions {
  pepper?: true
  codes?: true
  credentials?: true
  after: string
  compromised?: true
}

export async function rotateKeys(
  deps: Deps,
  { pepper, codes, credentials, after, compromised, dryRun }: RotateOptions,
): Promise<CommandResult> {
  const chosen: KeyKind[] = [
    ...(pepper ? (['peppers'] as const) : []),
    ...(codes ? (['codes'] as const) : []),
    ...(credentials ? (['credentials'] as const) : []),
  ]
  const kinds: KeyKind[] = chosen.length === 0 ? ['signing'] : chosen
  const delay = after === '0s' ? 0 : parseDuration(after)
  if (delay === undefined)
    throw new UsageError(
      `error: --after ${JSON.stringify(after)}: must be a duration like 10m, 1h or 0s`,
    )
  const rotate: KeyChange = async (deps, keys) => {
    const now = deps.now()
    let changed = keys
    for (const kind of kinds) {
      const next =
        compromised && kind !== 'peppers' && kind !== 'credentials'
          ? await replaceKey(changed, kind, now)
          : await addKey(changed, { kind, activeFrom: new Date(now.getTime() + delay) }, now)
      if (next === undefined)
        throw new ConflictError(
          `There is already a next key for ${kind} (see \`keys list\`); nothing was changed.`,
        )
      changed = next
      await recordEvent(deps, 'keys-rotated', {
        details: { kind, compromised: compromised === true },
      })
    }
    return changed
  }
  return resultOf(await changeKeys(deps, rotate, { write: !dryRun }))
}

export async function adoptOtherKeys(deps: Deps): Promise<CommandResult> {
  const { wrong, passwords, sessions } = await adoptKeys(deps, deps.keys)
  return {
    json: { wrong, passwords, sessions },
    text:
      wrong.length === 0
        ? 'These are the keys that the data was written with.\n'
        : `${wrong.map((it) => `${it}\n`).join('')}` +
          `Took away ${passwords} passwords, and ended ${sessions} sessions. Tell people to set a ` +
          'new password by mail, and set the secrets of webhooks and repositories anew.\n',
  }
}

export async function pruneKeys(deps: Deps): Promise<CommandResult> {
  const prune: KeyChange = async (deps, keys) => {
    const now = deps.now()
    const pruned = await withoutUnneeded(keys, {
      now,
      hasSessionFrom: (until) => hasSessionOpenedUntil(deps.db, { until, now }),
      pepperVersions: [
        ...(await listPepperVersions(deps.db)),
        ...(await listSecretPepperVersions(deps.db)),
      ],
    })
    for (const kind of ['signing', 'peppers', 'codes'] as const) {
      const removed = keys[kind].length - pruned[kind].length
      if (removed > 0) await recordEvent(deps, 'keys-pruned', { details: { kind, removed } })
    }
    return pruned
  }
  return resultOf(await changeKeys(deps, prune))
}

type KeyChange = (deps: Deps, keys: Keys) => Promise<Keys>

/** Reads, changes and writes the keys under a lock. */
async function changeKeys(
  deps: Deps,
  change: KeyChange,
  { write = true }: { write?: boolean } = {},
): Promise<KeyState[]> {
  return inTransaction(deps, async (deps) => {
    requireFile(deps.config)
    const file = deps.config.keysFile
    await lockKeys(deps.db)
    const keys = await readKeys(file)
    const changed = await change(deps, keys)
    const isChanged = JSON.stringify(changed) !== JSON.stringify(keys)
    if (write && isChanged) {
      await noteKeys(deps, changed)
      await replaceKeys(file, changed)
    }
    return describeKeys(changed, deps.now())
  })
}

/** Keys come first: other settings that production requires may still be missing. */
function keysSource({ isChanged = false }: { isChanged?: boolean } = {}): KeysSource {
  const config = readSomeConfig(surroundings().env)
  if (isChanged) requireFile(config)
  return config
}

function requireFile({ keysText }: KeysSource): void {
  if (keysText === undefined) return
  throw new ConflictError(
    'The keys are in the setting KEYS, which no command can change. Put its content into a file, ' +
      'set KEYS_FILE to it instead, run this again, and set KEYS to the new content.',
  )
}

function resultOf(items: KeyState[]): CommandResult {
  return listOf(items, { columns: ['kind', 'name', 'state', 'activeFrom'], none: 'No keys.' })
}
