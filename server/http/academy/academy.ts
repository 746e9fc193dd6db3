import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import { describeCause } from '../../errors/describe-cause.ts'
import { constantText, type SendText } from '../files/compressed.ts'
import { buildAcademy, builtFolder } from './build-academy.ts'

/** The frontend in academy, as far as this process has it. */
export interface Academy {
  /** `building` until `prepare` is done; `failed` if it could not be built. */
  readonly state: 'building' | 'ready' | 'failed'
  /** Returns how to send a file of the app, by its path: `index.html`, `assets/….js`. */
  find(path: string): SendText | undefined
  /** Takes the built app, or builds it first; development only. Never throws. */
  prepare(): Promise<void>
}

/** Opens the academy; undefined if it is off. */
export function openAcademy({ academy, production }: Config, log: Logger): Academy | undefined {
  if (!academy) return undefined

  let state: Academy['state'] = 'building'
  let files: ReadonlyMap<string, SendText> = new Map()
  return {
    get state() {
      return state
    },
    find: (path) => files.get(path),
    prepare: async () => {
      const start = performance.now()
      try {
        const folder = production
          ? builtFolder
          : await buildAcademy(() => log.info('building the academy, the first time only'))
        files = await readFiles(folder)
        state = 'ready'
        log.info({ milliseconds: Math.round(performance.now() - start) }, 'the academy is ready')
      } catch (error) {
        state = 'failed'
        log.error({ cause: describeCause(error) }, 'the academy could not be built')
      }
    },
  }
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** Reads all of them into memory: the folder may be replaced while the server runs. */
async function readFiles(folder: string): Promise<Map<string, SendText>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = new Map<string, SendText>()
  for (const entry of entries) {
    const type = types[extname(entry.name)]
    if (!entry.isFile() || type === undefined) continue
    const file = join(entry.parentPath, entry.name)
    const content = await readFile(file)
    const path = file.slice(folder.length + 1)
    files.set(path, constantText({ type, make: async () => content }))
  }
  return files
}
