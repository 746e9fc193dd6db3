import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { readConfig } from '../../../server/config/config.ts'
import { openDeps } from '../../../server/deps.ts'
import { createKeys } from '../../../server/security/key-ring/keys.ts'
import { startServerProcess } from '../../../server/test/server-process.ts'
import { freshDatabase, numberAfter, withPostgres } from '../../bench/setting.ts'
import { costOfIdleServer, costOfReports } from './cost.ts'
import { followWriters } from './follow.ts'

/*
 * `npm run checks -- events [--events 20000] [--reports 400] [--rounds 25]`: writers by the dozen
 * commit in any order while two servers publish, one of which is killed (-9) again and again. A
 * reader by cursor must get every event once, in order and without gaps. Then what events cost: of
 * a report of progress, with and without the triggers, and of an idle server. Exit code 1 when
 * something is missed, or a report costs more than 3 % more.
 */
const events = numberAfter('--events', 20_000)
const reports = numberAfter('--reports', 400)
const rounds = numberAfter('--rounds', 25)

const folder = await mkdtemp(join(tmpdir(), 'lyceum-events-'))
await chmod(folder, 0o755)
const keysFile = join(folder, 'keys.json')
await createKeys(keysFile)
const log = pino({ level: 'error' })
try {
  await withPostgres(log, async (serverUrl) => {
    const databaseUrl = await freshDatabase(serverUrl, 'events_check')
    const settings = {
      NODE_ENV: 'test',
      DATABASE_URL: databaseUrl,
      PUBLIC_URL: 'http://lyceum.test',
      KEYS_FILE: keysFile,
      DATA_DIR: join(folder, 'data'),
      SEED_DEMO: 'false',
      RATE_LIMIT_SCALE: '1000000',
      LOG_LEVEL: 'error',
    }
    const startServer = async () => {
      const server = await startServerProcess(folder, settings)
      await server.ready()
      return server
    }
    const { deps, close } = await openDeps({
      config: readConfig(settings),
      log,
      maintainJobs: false,
    })
    const service = { deps, databaseUrl, startServer }
    try {
      await followWriters(service, { events })
      await costOfReports(service, { reports, rounds })
      await costOfIdleServer(service)
    } finally {
      await close()
    }
  })
} finally {
  await rm(folder, { recursive: true, force: true })
}
