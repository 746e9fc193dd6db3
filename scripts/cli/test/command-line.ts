import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKeys } from '../../../server/security/key-ring/keys.ts'
import { testDatabaseUrl } from '../../../server/test/database.ts'

export interface Ended {
  code: number
  stdout: string
  stderr: string
  // biome-ignore lint/suspicious/noExplicitAny: documents of every command
  json: any
}

export interface CommandLine extends AsyncDisposable {
  dataDir: string
  /** Runs `lyceum …args` as a process of its own. */
  run(args: string[], settings?: Record<string, string>): Promise<Ended>
}

interface GivenCommandLine {
  /** Otherwise on the database of the test file. */
  embedded?: boolean
  /** Whether there are keys already. */
  keys?: boolean
  nodeArgs?: string[]
}

/** The command line with a data folder of its own, removed at the end of the test. */
export async function givenCommandLine({
  embedded = false,
  keys = true,
  nodeArgs = [],
}: GivenCommandLine = {}): Promise<CommandLine> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lyceum-command-line-'))
  // Like a folder made by hand: others may enter.
  await chmod(dataDir, 0o755)
  if (keys) await createKeys(join(dataDir, 'keys/keys.json'))
  const settings = {
    DATA_DIR: dataDir,
    ...(!embedded && { DATABASE_URL: await testDatabaseUrl() }),
  }
  return {
    dataDir,
    run: (args, more = {}) =>
      runNode([...nodeArgs, join(import.meta.dirname, '../../lyceum.ts'), ...args], {
        ...settings,
        ...more,
      }),
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true }),
  }
}

/** Runs node with no environment but these settings. */
export function runNode(args: string[], settings: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const options = {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
      timeout: 60_000,
    }
    const child = execFile(process.execPath, args, options, (_error, stdout, stderr) => {
      if (child.exitCode === null) reject(new Error(`It did not end by itself: ${stderr}`))
      else resolve({ code: child.exitCode, stdout, stderr, json: parse(stdout) })
    })
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
