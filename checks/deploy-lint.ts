import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { openFolder } from './support/folder.ts'
import { makeProject, root, run } from './support/programs.ts'
import { report } from './support/say.ts'

/*
 * Others' linters look at the files for containers: the Kubernetes manifests are validated against
 * the schemas of Kubernetes, and type-checked, which refuses fields that do not exist; the
 * Dockerfile and compose.yaml are looked at by linters of their own. Exit code 1 when one of them
 * complains.
 */
const packages = [
  'kubernetes-models@5.1.0',
  '@kubernetes-models/validate@5.0.2',
  'dockerfile-utils@0.16.3',
  'dclint@3.1.0',
  'typescript@5.9.3',
]

/** Prints what is wrong with each manifest of a JSON file. */
const validateManifests = `import { readFileSync } from 'node:fs'
for (const manifest of JSON.parse(readFileSync('manifests.json', 'utf8'))) {
  const { [manifest.kind]: Model } = await import(
    'kubernetes-models/' + manifest.apiVersion + '/' + manifest.kind
  )
  try {
    new Model(manifest).validate()
  } catch (error) {
    console.log(manifest.kind + ' ' + manifest.metadata.name + ': ' + error.message)
  }
}
`
const validateDockerfile = `import { readFileSync } from 'node:fs'
import { validate } from 'dockerfile-utils'
for (const { range, message } of validate(readFileSync(process.argv[2], 'utf8')))
  console.log('line ' + (range.start.line + 1) + ': ' + message)
`

interface Manifest {
  apiVersion: string
  kind: string
}

await using opened = await openFolder('deploy-lint')
const folder = opened.path
const files = {
  'package.json': '{"type":"module"}',
  'manifests.js': validateManifests,
  'dockerfile.js': validateDockerfile,
}
await makeProject(folder, { packages, files })
await lintManifests(await manifests())
await lint('Dockerfile', [process.execPath, 'dockerfile.js', join(root, 'Dockerfile')])
await lint('compose.yaml', ['npx', 'dclint', '--quiet', join(root, 'compose.yaml')])

async function manifests(): Promise<Manifest[]> {
  const files = ['configuration', 'secret.example', 'lyceum', 'migration'].map((name) =>
    readFile(join(root, `deploy/kubernetes/${name}.yaml`), 'utf8'),
  )
  const texts = await Promise.all(files)
  return texts.flatMap((text) => parseAllDocuments(text).map((document) => document.toJS()))
}

async function lintManifests(all: readonly Manifest[]): Promise<void> {
  await writeFile(join(folder, 'manifests.json'), JSON.stringify(all))
  await lint(`${all.length} manifests, schemas`, [process.execPath, 'manifests.js'])

  const typed = all.map(
    ({ apiVersion, kind, ...rest }, index) =>
      `import type { I${kind} as Manifest${index} } ` +
      `from 'kubernetes-models/${apiVersion}/${kind}'\n` +
      `export const manifest${index}: Manifest${index} = ` +
      `${JSON.stringify({ apiVersion, kind, ...rest }, null, 2)}\n`,
  )
  await writeFile(join(folder, 'manifests.ts'), typed.join('\n'))
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext']
  await lint(`${all.length} manifests, types`, ['npx', 'tsc', ...options, 'manifests.ts'])
}

/** A linter that prints nothing found nothing. */
async function lint(subject: string, [command = '', ...args]: string[]): Promise<void> {
  const found = await run(command, args, folder).catch((error: Error) => error.message)
  report(found === '', subject, found || 'nothing to complain about')
}
