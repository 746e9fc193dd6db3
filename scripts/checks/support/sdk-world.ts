import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from '../../../server/test/free-port.ts'
import { openFolder } from './folder.ts'
import { root, run, stop } from './programs.ts'
import { untilReady } from './until.ts'

/** A server with data of its own, and the packed SDK, in a temporary folder. */
export interface SdkWorld extends AsyncDisposable {
  folder: string
  baseUrl: string
  /** The file of the SDK, packed as it is published. */
  tarball: string
}

export async function startSdkWorld(settings: Record<string, string> = {}): Promise<SdkWorld> {
  const { path: folder, [Symbol.asyncDispose]: remove } = await openFolder('sdk')
  const tarball = await packSdk(folder)
  const port = await freePort()
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const baseUrl = `http://localhost:${port}`

  async function close(): Promise<void> {
    await stop(server)
    await remove()
  }

  try {
    await untilReady(`${baseUrl}/readyz`)
  } catch (error) {
    await close()
    throw error
  }
  return { folder, baseUrl, tarball, [Symbol.asyncDispose]: close }
}

async function packSdk(folder: string): Promise<string> {
  const printed = await run(
    'npm',
    ['pack', '--json', '--pack-destination', folder],
    join(root, 'client-sdk'),
  )
  const [packed] = JSON.parse(printed) as { filename: string }[]
  if (packed === undefined) throw new Error('npm packed nothing.')
  return join(folder, packed.filename)
}
