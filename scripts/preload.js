/*
 * Runs before the server and the command line, in plain JavaScript that Node.js 20 understands:
 * their TypeScript needs 24, and an older Node.js would fail with a message that helps nobody.
 */
import { existsSync } from 'node:fs'
import './faster-start.js'

if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `Lyceum runs on Node.js 24; this is ${process.versions.node}. ` +
      'On Linux, run "npm ci": it installs Node.js 24 for this folder. ' +
      'Elsewhere, install Node.js 24 yourself.\n',
  )
  process.exit(2)
}

// `node --env-file-if-exists` does the same, but says ".env not found" at every start.
if (existsSync('.env')) process.loadEnvFile('.env')
