import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { keysForThisFile } from '../../../server/test/api.ts'
import { testDatabaseUrl } from '../../../server/test/database.ts'
import { removeFolder } from '../../../server/test/folder.ts'
import { exitCodes } from '../exit-codes.ts'
import { runLyceum } from '../program.ts'
import { within } from '../surroundings.ts'

export interface Ended {
  code: number
  stdout: string
  stderr: string
  // biome-ignore lint/suspicious/noExplicitAny: documents of every command
  json: any
}

/** Takes arguments as a list, or as typed: `user suspend EMAIL --reason "…"`. */
type Run = (args: string[] | string, settings?: Record<string, string>) => Promise<Ended>

export interface CommandLine extends AsyncDisposable {
  dataDir: string
  /** The settings with which another process works on the same data. */
  settings: Record<string, string>
  /** Runs `lyceum …args` in this process, with no environment but these settings. */
  run: Run
}

interface GivenCommandLine {
  /** The database's URL; true for that of the test file. Default: no setting names one. */
  database?: boolean | string
  /** Whether keys exist already. */
  keys?: boolean
}

/** Gives a command line with its own data folder, removed at the end of the test. */
export async function givenCommandLine({
  database = true,
  keys = true,
}: GivenCommandLine = {}): Promise<CommandLine> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lyceum-command-line-'))
  // Like a folder made by hand, which others may enter.
  await chmod(dataDir, 0o755)
  if (keys) {
    await mkdir(join(dataDir, 'keys'))
    const text = JSON.stringify(await keysForThisFile())
    await writeFile(join(dataDir, 'keys/keys.json'), text, { mode: 0o600 })
  }
  const url = database === true ? await testDatabaseUrl() : database
  const settings = { DATA_DIR: dataDir, ...(url !== false && { DATABASE_URL: url }) }
  return {
    dataDir,
    settings,
    run: (typed, more) => {
      const args = typeof typed === 'string' ? wordsOf(typed) : typed
      return runHere(args, { ...settings, ...more })
    },
    [Symbol.asyncDispose]: () => removeFolder(dataDir),
  }
}

function wordsOf(typed: string): string[] {
  return [...typed.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word)
}

async function runHere(args: string[], settings: Record<string, string>): Promise<Ended> {
  const [stdout, stderr] = [collector(), collector()]
  const env = environment(settings)
  const given = { env, stdin: Readable.from([]), stdout, stderr, exitCode: exitCodes.succeeded }
  const code = await within(given, () => runLyceum(args))
  return ended(code, stdout.text(), stderr.text())
}

export function environment(settings: Record<string, string>): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: process.env.HOME, ...settings }
}

function collector(): Writable & { text: () => string } {
  const parts: string[] = []
  const stream = new Writable({
    decodeStrings: false,
    write(part, _encoding, done) {
      parts.push(String(part))
      done()
    },
  })
  return Object.assign(stream, { text: () => parts.join('') })
}

export function ended(code: number, stdout: string, stderr: string): Ended {
  return { code, stdout, stderr, json: parse(stdout) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
