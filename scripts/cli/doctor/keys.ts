import { stat } from 'node:fs/promises'
import type { Db } from '../../../db/postgres/client.ts'
import { findWrongKeys } from '../../../server/features/maintenance/keys/keys-of-data.ts'
import {
  exposureOf,
  type KeysSource,
  readConfiguredKeys,
  readKeys,
} from '../../../server/security/key-ring/keys.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

export async function checkKeys(
  source: KeysSource,
  { production }: { production: boolean },
): Promise<Finding> {
  return source.keysText === undefined
    ? checkKeysFile(source.keysFile, production)
    : checkGivenKeys(source)
}

async function checkGivenKeys(source: KeysSource): Promise<Finding> {
  try {
    await readConfiguredKeys(source)
    return ok('keys', 'the setting KEYS is valid')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return failed('keys', reason, 'Set KEYS to the whole content of your copy of the keys file.')
  }
}

async function checkKeysFile(file: string, production: boolean): Promise<Finding> {
  const mode = await stat(file).then(
    (found) => found.mode & 0o777,
    (error: NodeJS.ErrnoException) => error.code,
  )
  if (mode === 'ENOENT' && !production)
    return warning(
      'keys',
      `there is no ${file} yet`,
      'Nothing to do: the first start of the server creates it.',
    )
  if (mode === 'ENOENT')
    return failed(
      'keys',
      `there is no ${file}`,
      'Create it with `npm run lyceum -- keys create`, or set KEYS_FILE to the right one.',
    )

  try {
    await readKeys(file)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return failed('keys', reason, 'Restore it from your copy, readable by this account.')
  }
  const open = await exposureOf(file)
  if (open !== undefined && typeof mode === 'number') {
    const judge = open === 'everybody' ? failed : warning
    return judge(
      'keys',
      `${file} has mode ${mode.toString(8).padStart(4, '0')}: ` +
        (open === 'everybody' ? 'others can read it' : 'its group can read it'),
      `Run \`chmod 600 ${file}\`.`,
    )
  }
  return ok('keys', `${file} is valid and private`)
}

/** Whether the data was written with these keys. Nothing where either cannot be read. */
export async function checkKeysOfData(db: Db, source: KeysSource): Promise<Finding[]> {
  try {
    const wrong = await findWrongKeys(db, await readConfiguredKeys(source))
    if (wrong.length === 0) return [ok('data keys', 'the data was written with these keys')]
    const remedy =
      'Put back the keys of that time. Where they are lost for good: `npm run lyceum -- keys adopt --dry-run`.'
    return [failed('data keys', wrong.join('; '), remedy)]
  } catch {
    return []
  }
}
