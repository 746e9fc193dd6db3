import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import { createKeys, type Keys, readKeys } from '../security/key-ring/keys.ts'
import { makeTestDatabase } from './database.ts'
import { removeFolder } from './folder.ts'

export interface GivenService {
  folder: string
  keys: Keys
  databaseUrl: string
  /** A connection of the test's own. */
  database: Client
  /** For `startServerProcess(folder, settings)`, as often as the test kills the server. */
  settings: Record<string, string>
}

/** A folder, keys and a database for servers that a test starts and kills; gone after it. */
export async function givenService(): Promise<GivenService> {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-service-'))
  await chmod(folder, 0o755)
  onTestFinished(() => removeFolder(folder))
  const keysFile = join(folder, 'keys.json')
  await createKeys(keysFile)
  const databaseUrl = await makeTestDatabase()
  const database = new Client({ connectionString: databaseUrl })
  await database.connect()
  onTestFinished(() => database.end())
  const settings = {
    DATABASE_URL: databaseUrl,
    KEYS_FILE: keysFile,
    PUBLIC_URL: 'http://lyceum.test',
    SEED_DEMO: 'false',
    BCRYPT_COST: '10',
    LOG_LEVEL: 'warn',
  }
  return { folder, keys: await readKeys(keysFile), databaseUrl, database, settings }
}
