import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/*
 * Publishes the SDK with a statement of where it was built: `npm run release:sdk -- --publish`, in
 * the workflow of a release. Without --publish it shows what it would do. REPOSITORY_URL is where
 * the source is, which the registry compares with where the package was built.
 */
const folder = join(import.meta.dirname, '../client-sdk')
const file = join(folder, 'package.json')
const isReal = process.argv.includes('--publish')
const { REPOSITORY_URL: home, GITHUB_REF_NAME: tag } = process.env

const stated = JSON.parse(readFileSync(file, 'utf8'))
if (isReal && home === undefined) throw new Error('Set REPOSITORY_URL to where the source is.')
if (isReal && tag !== `sdk-v${stated.version}`)
  throw new Error(
    `The tag ${tag} is not that of version ${stated.version}: sdk-v${stated.version}.`,
  )
if (home !== undefined && home !== '') {
  const { directory } = stated.repository
  stated.repository = { type: 'git', url: `git+${home}.git`, directory }
  stated.homepage = `${home}/tree/main/${directory}`
  stated.bugs = { url: `${home}/issues` }
  if (isReal) writeFileSync(file, `${JSON.stringify(stated, null, 2)}\n`)
}
execFileSync('npm', ['run', '--silent', 'check'], { cwd: folder, stdio: 'inherit' })
const how = isReal ? [] : ['--dry-run', '--provenance=false']
execFileSync('npm', ['publish', '--ignore-scripts', ...how], { cwd: folder, stdio: 'inherit' })
