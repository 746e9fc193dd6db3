import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

export interface ServerProcess extends AsyncDisposable {
  process: ChildProcess
  output: () => string
  url: string
  ready(): Promise<void>
  exit: Promise<number | null>
}

/** A server as `npm start` runs it, in a process of its own that has its home in the folder. */
export async function startServerProcess(
  folder: string,
  settings: Record<string, string>,
): Promise<ServerProcess> {
  const port = settings.PORT ?? (await freePort())
  const [faster, main] = [fileOf('../../scripts/faster-start.js'), fileOf('../main.ts')]
  const child = spawn(process.execPath, ['--import', faster, main], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      ACADEMY: 'off',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += String(chunk)
    })
  }
  const url = `http://127.0.0.1:${port}`
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  return {
    process: child,
    output: () => output,
    url,
    exit,
    ready: async () => {
      while (child.exitCode === null) {
        const answer = await fetch(`${url}/readyz`).catch(() => undefined)
        if (answer?.status === 200) return
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error(`The server ended: ${output}`)
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await exit
      requireNoSecrets(output)
    },
  }
}

function fileOf(path: string): string {
  return join(import.meta.dirname, path)
}

/** Tokens, hashes of passwords, and the password of the tests. */
function requireNoSecrets(output: string): void {
  const [secret] =
    /\beyJ[\w-]+\.eyJ[\w-]+\.|\$2[aby]\$\d\d\$|correct horse battery/.exec(output) ?? []
  if (secret !== undefined)
    throw new Error(`A secret stands in the output of the server: ${secret.slice(0, 12)}…`)
}
