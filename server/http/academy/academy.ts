import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { CourseForUser } from '../../../db/queries/courses/courses/courses.ts'
import type { Config } from '../../config/config.ts'
import { describeCause } from '../../errors/describe-cause.ts'
import { constantText, type SendText } from '../files/compressed.ts'
import { buildAcademy, builtFolder } from './build-academy.ts'

/** How many documents are kept compressed. */
const maxPages = 200
const maxCourses = 1_000
/** How long a change of a course may take to reach what is served before the script. */
const courseMilliseconds = 60_000

/** Courses that anyone may see, by what addresses call them; null for none. */
export type PublicCourses = LRUCache<string, { course: CourseForUser | null }>

/** The frontend in academy, as far as this process has it. */
export interface Academy {
  /** `building` until `prepare` is done; `failed` if it could not be built. */
  readonly state: 'building' | 'ready' | 'failed'
  /** Returns how to send a file of the app, by its path: `index.html`, `assets/….js`. */
  find(path: string): SendText | undefined
  /** Returns how to send the document of the app as it is filled; undefined while not ready. */
  page(fill: (index: string) => string): SendText | undefined
  /** Courses that pages were lately asked for. */
  readonly courses: PublicCourses
  /** Takes the built app, or builds it first; development only. Never throws. */
  prepare(): Promise<void>
}

/** Opens the academy; undefined if it is off. */
export function openAcademy({ academy, production }: Config, log: Logger): Academy | undefined {
  if (!academy) return undefined

  let state: Academy['state'] = 'building'
  let files: ReadonlyMap<string, SendText> = new Map()
  let index: string | undefined
  const pages = new LRUCache<string, SendText>({ max: maxPages })
  const courses: PublicCourses = new LRUCache({ max: maxCourses, ttl: courseMilliseconds })
  return {
    get state() {
      return state
    },
    find: (path) => files.get(path),
    courses,
    page: (fill) => {
      if (index === undefined) return undefined
      const content = fill(index)
      const known = pages.get(content)
      if (known !== undefined) return known
      const send = constantText({ type: types['.html'] ?? '', make: async () => content })
      pages.set(content, send)
      return send
    },
    prepare: async () => {
      const start = performance.now()
      try {
        const folder = production
          ? builtFolder
          : await buildAcademy(() => log.info('building the academy, the first time only'))
        files = await readFiles(folder)
        index = await readFile(join(folder, 'index.html'), 'utf8')
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
