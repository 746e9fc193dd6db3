import { readConfig } from '../../server/config.ts'
import { createKeys, KeysError } from '../../server/security/keys.ts'
import type { Outcome } from '../outcome.ts'

export async function createKeysFile(): Promise<Outcome> {
  // Keys come first: what else production demands may still be missing.
  const { keysFile } = readConfig({ ...process.env, NODE_ENV: 'development' })
  if (!(await createKeys(keysFile))) throw new KeysError(`There are keys already in ${keysFile}: they were left as they are.`)
  return {
    json: { file: keysFile },
    text: `New keys are in ${keysFile}. Keep a copy in a safe place: without them nobody can log in any more.\n`,
  }
}
