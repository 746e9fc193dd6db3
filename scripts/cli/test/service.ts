import { join } from 'node:path'
import { afterAll } from 'vitest'
import { readKeys } from '../../../server/security/key-ring/keys.ts'
import { startApi } from '../../../server/test/api.ts'
import { givenCommandLine } from './command-line.ts'

/** Starts a service for one test file, with the command line on its data. */
export async function givenService() {
  const lyceum = await givenCommandLine()
  const api = await startApi({ keys: await readKeys(join(lyceum.dataDir, 'keys/keys.json')) })
  afterAll(async () => {
    await api[Symbol.asyncDispose]()
    await lyceum[Symbol.asyncDispose]()
  })
  return { api, lyceum }
}
