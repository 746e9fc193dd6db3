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

// Node.js parses the package.json of a package for each import to it and in it, and drizzle-orm's
// has 179 kB: half of a start. Of our own files and of its files the format is known.
const packageImports = new Map()
nodeModule.registerHooks?.({
  resolve(specifier, context, resolveNext) {
    const { parentURL = '', conditions } = context
    const format = specifier.startsWith('.') ? formatOf(specifier, parentURL) : undefined
    if (format !== undefined)
      return { url: new URL(specifier, parentURL).href, format, shortCircuit: true }
    if (!specifier.startsWith('drizzle-orm') || !conditions.includes('import'))
      return resolveNext(specifier, context)
    const resolved = packageImports.get(specifier) ?? resolveNext(specifier, context)
    packageImports.set(specifier, resolved)
    return { ...resolved, shortCircuit: true }
  },
})

function formatOf(specifier, parentUrl) {
  if (specifier.endsWith('.ts')) return 'module-typescript'
  if (specifier.endsWith('.js') && parentUrl.includes('/node_modules/drizzle-orm/')) return 'module'
  return undefined
}
