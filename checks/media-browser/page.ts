import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { root, run } from '../support/programs.ts'

/** A page at its own origin that shows a lesson as docs/frontends.md says. */
export interface ServedPage extends AsyncDisposable {
  url: string
}

export async function servePage(
  folder: string,
  given: { baseUrl: string; token: string; slug: string },
): Promise<ServedPage> {
  const source = join(folder, 'page')
  await mkdir(source)
  const files = {
    'show-lesson.ts': await exampleWith('export function showLesson'),
    // Only lessons with HTML need it.
    'dompurify.ts': 'export default { sanitize: (html: string) => html }',
    'renew-addresses.ts': await exampleWith('export function renewAddresses'),
    'lyceum.ts': `
      import { createLyceum } from '@lyceum/sdk'
      export const { baseUrl, token, slug } = ${JSON.stringify(given)}
      export const lyceum = createLyceum({ baseUrl, token })`,
    'main.ts': `
      import { lyceum, slug } from './lyceum.ts'
      import { renewAddresses } from './renew-addresses.ts'
      import { showLesson } from './show-lesson.ts'
      const key = location.search.slice(1)
      const lesson = await lyceum.lessons.getByKey.query({ idOrSlug: slug, key })
      showLesson(lesson, document.querySelector('main'))
      const player = document.querySelector('video')
      if (player !== null) renewAddresses(player, lesson.id)
      document.body.dataset.shown = 'yes'`,
    'rolldown.config.mjs': `export default {
      input: 'main.ts',
      output: { file: 'main.js', format: 'esm' },
      resolve: { alias: ${JSON.stringify({
        '@lyceum/sdk': join(root, 'client-sdk/src/index.ts'),
        'markdown-it': join(root, 'node_modules/markdown-it/dist/browser/markdown-it.esm.min.mjs'),
        dompurify: join(source, 'dompurify.ts'),
      })} },
    }`,
  }
  for (const [name, content] of Object.entries(files)) await writeFile(join(source, name), content)
  await run(process.execPath, [join(root, 'node_modules/rolldown/bin/cli.mjs'), '-c'], source)
  const script = await readFile(join(source, 'main.js'), 'utf8')

  const server = createServer((request, response) => {
    const isScript = request.url === '/main.js'
    response.setHeader('content-security-policy', policyFor(given.baseUrl))
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8')
    response.end(isScript ? script : page)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Returns the strictest policy that docs/frontends.md allows. */
function policyFor(baseUrl: string): string {
  const fromServer = ['connect-src', 'img-src', 'media-src'].map((name) => `${name} ${baseUrl}`)
  const frames = 'frame-src https://www.youtube-nocookie.com'
  const ours = "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'"
  return [ours, ...fromServer, frames].join('; ')
}

const page = `<!doctype html><html lang="en"><title>Lesson</title>
<style>body { font: 16px sans-serif; margin: 2rem } video { display: block; width: 480px }
img { margin: 4px } td, th { border: 1px solid; padding: 4px }</style>
<main></main><script type="module" src="/main.js"></script></html>`

async function exampleWith(words: string): Promise<string> {
  const text = await readFile(join(root, 'docs/frontends.md'), 'utf8')
  const blocks = [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
  const block = blocks.find((block) => block.includes(words))
  if (block === undefined) throw new Error(`docs/frontends.md has no example with ${words}.`)
  return block
}
