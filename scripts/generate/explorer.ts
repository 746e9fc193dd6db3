import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'

/*
 * Takes the page of operations, which is one file of the package openapi-explorer, from the
 * registry: `node scripts/generate/explorer.ts 2.4.820`. With `--check` it compares the file that
 * is here with that of its package instead. The package itself would bring dependencies that are
 * in the file already.
 */
const packageName = 'openapi-explorer'
const folder = join(import.meta.dirname, '../../server/http/docs/explorer')
const origin = join(folder, 'origin.json')
const execute = promisify(execFile)

interface Origin {
  package: string
  version: string
  /** The package's integrity, as the registry states it. */
  integrity: string
  /** The hash of the file. */
  sha256: string
}

const [, , wish = ''] = process.argv
if (wish === '--check') {
  const here: Origin = JSON.parse(await readFile(origin, 'utf8'))
  const there = await download(here.version)
  const file = gunzipSync(await readFile(join(folder, 'openapi-explorer.js.gz')))
  if (!file.equals(there.file) || here.integrity !== there.origin.integrity)
    throw new Error(`openapi-explorer.js.gz is not that of ${here.package} ${here.version}.`)
  process.stdout.write(`ok  openapi-explorer.js.gz is that of ${here.package} ${here.version}\n`)
} else {
  if (!/^\d+\.\d+\.\d+$/.test(wish)) throw new Error('Name a version: node explorer.ts 2.4.820')
  const { origin: taken, file, license } = await download(wish)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'openapi-explorer.js.gz'), gzipSync(file, { level: 9 }))
  await writeFile(join(folder, 'LICENSE'), license)
  await writeFile(origin, `${JSON.stringify(taken, null, 2)}\n`)
  process.stdout.write(`${packageName} ${wish}: ${file.length} bytes\n`)
}

async function download(
  version: string,
): Promise<{ origin: Origin; file: Buffer; license: Buffer }> {
  const here = await mkdtemp(join(tmpdir(), 'lyceum-explorer-'))
  try {
    const args = ['pack', `${packageName}@${version}`, '--json', '--pack-destination', here]
    const { stdout } = await execute('npm', args, { cwd: here })
    const [packed] = JSON.parse(stdout) as { filename: string; integrity: string }[]
    if (packed === undefined) throw new Error(`There is no ${packageName} ${version}.`)
    await execute('tar', ['-xzf', join(here, packed.filename), '-C', here])
    const file = await readFile(join(here, 'package/dist/browser/openapi-explorer.min.js'))
    const license = await readFile(join(here, 'package/LICENSE'))
    const sha256 = createHash('sha256').update(file).digest('hex')
    return {
      origin: { package: packageName, version, integrity: packed.integrity, sha256 },
      file,
      license,
    }
  } finally {
    await rm(here, { recursive: true, force: true })
  }
}
