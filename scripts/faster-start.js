import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'

/*
 * Makes a start cost a third of its time. Node.js 20, which comes no further than preload.js, knows
 * neither function.
 */

// Stripped types and compiled code are kept. Each user has a folder of its own in there; where none
// can be written, nothing is kept.
nodeModule.enableCompileCache?.(
  fileURLToPath(new URL('../node_modules/.cache/lyceum/compiled', import.meta.url)),
)

// An import of node:http reads all that it has, and these are the whole of undici.
for (const name of ['CloseEvent', 'MessageEvent', 'WebSocket'])
  delete process.getBuiltinModule?.('node:http')[name]

// Node.js parses the package.json of a package for each import to it and in it: half of a start. What
// we import lies where it lay for our file before, and of some packages the format is known.
const ownFiles = new RegExp(
  `^${new URL('..', import.meta.url).href}(?:books|content|db|lib|scripts|server)/`,
)
const packageImports = new Map()
nodeModule.registerHooks?.({
  resolve(specifier, context, resolveNext) {
    const { parentURL = '', conditions } = context
    const known = locate(specifier, parentURL)
    if (known !== undefined) return { ...known, shortCircuit: true }
    if (!conditions.includes('import') || specifier.startsWith('.') || !ownFiles.test(parentURL))
      return resolveNext(specifier, context)
    const resolved = packageImports.get(specifier) ?? resolveNext(specifier, context)
    packageImports.set(specifier, resolved)
    return { ...resolved, shortCircuit: true }
  },
})

function locate(specifier, parentUrl) {
  if (specifier.startsWith('node:')) return { url: specifier, format: 'builtin' }
  const format = specifier.startsWith('.') ? formatOf(specifier, parentUrl) : undefined
  // Nobody asks for zod's messages in sixty languages.
  const isZods = format !== undefined && parentUrl.includes('/node_modules/zod/')
  const file = isZods ? specifier.replace('locales/index', 'locales/en') : specifier
  return format && { url: urlOf(file, parentUrl), format }
}

function urlOf(file, parentUrl) {
  const folder = parentUrl.slice(0, parentUrl.lastIndexOf('/'))
  if (file.startsWith('./')) return `${folder}/${file.slice(2)}`
  return file.startsWith('../') ? urlOf(file.slice(3), folder) : `${folder}/${file}`
}

function formatOf(specifier, parentUrl) {
  if (specifier.endsWith('.ts')) return 'module-typescript'
  const isModule = /\/node_modules\/(?:drizzle-orm|jose|uuid|zod)\//.test(parentUrl)
  return isModule && specifier.endsWith('.js') ? 'module' : undefined
}
