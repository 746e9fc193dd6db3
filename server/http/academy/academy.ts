import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Logger } from 'pino'
import { type Html, html } from '../../../lib/html.ts'
import type { Config } from '../../config/config.ts'
import { describeCause } from '../../errors/describe-cause.ts'
import { constantText, type SendText } from '../files/compressed.ts'
import { buildAcademy, builtFolder } from './build-academy.ts'

export interface SchoolOfPage {
  name: string
  /** Links to its legal pages, in all languages of the app. */
  links: Html[]
}

/** The frontend in academy, as far as this process has it. */
export interface Academy {
  /** `building` until `prepare` is done; `failed` if it could not be built. */
  readonly state: 'building' | 'ready' | 'failed'
  /** Returns how to send a file of the app, by its path: `index.html`, `assets/….js`. */
  find(path: string): SendText | undefined
  /** Returns how to send the one page of the app for a school; undefined while it is not ready. */
  page(school: SchoolOfPage): SendText | undefined
  /** Takes the built app, or builds it first; development only. Never throws. */
  prepare(): Promise<void>
}

/** Opens the academy; undefined if it is off. */
export function openAcademy({ academy, production }: Config, log: Logger): Academy | undefined {
  if (!academy) return undefined

  let state: Academy['state'] = 'building'
  let files: ReadonlyMap<string, SendText> = new Map()
  let index: string | undefined
  let page: { content: string; send: SendText } | undefined
  return {
    get state() {
      return state
    },
    find: (path) => files.get(path),
    page: (school) => {
      if (index === undefined) return undefined
      const content = pageOf(index, school)
      if (page?.content !== content)
        page = {
          content,
          send: constantText({ type: types['.html'] ?? '', make: async () => content }),
        }
      return page.send
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

/** Puts the school into the page, so that its name and legal pages need no script. */
function pageOf(index: string, { name, links }: SchoolOfPage): string {
  const footer = links.length === 0 ? '' : html`<footer class="legal">${links}</footer>`.source
  return index
    .replace(/<title>.*<\/title>/, () => html`<title>${name}</title>`.source)
    .replace('</body>', () => `${footer}</body>`)
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
