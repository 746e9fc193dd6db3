import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openFolder } from '../support/folder.ts'
import { root, run } from '../support/programs.ts'
import { report } from '../support/say.ts'
import { type Proof, type Recipe, recipes, type Step } from './recipe-list.ts'

/*
 * `node checks/recipes/recipes.ts [words of a name]`: follows the recipes of CONTRIBUTING.md in a
 * copy of the project. Each takes as many files as it says there; all of it compiles and passes its
 * tests, and without any one of its steps something fails.
 */
const [words = ''] = process.argv.slice(2)
await using opened = await openFolder('recipes')
const copy = opened.path
await copyProject()
const written = await readFile(join(root, 'CONTRIBUTING.md'), 'utf8')
for (const recipe of recipes.filter(({ name }) => name.includes(words))) await follow(recipe)

async function follow({ name, steps, proofs }: Recipe): Promise<void> {
  const before = new Map<string, string | undefined>()
  for (const { file } of steps) before.set(file, await textOf(file))
  const said = new RegExp(`\\*\\*${name}\\*\\*[^:]*?\\((\\d+|one) files?`).exec(written)?.[1]
  report(
    Number(said?.replace('one', '1')) === before.size,
    name,
    `${before.size} files, as written`,
  )

  await writeAll(before, steps)
  const broken = await whatFails(proofs)
  report(broken === undefined, name, broken ?? 'all of it compiles and passes')
  for (const step of steps) {
    await writeAll(
      before,
      steps.filter((one) => one !== step),
    )
    const found = await whatFails(proofs)
    report(
      found !== undefined,
      name,
      `without ${step.file}, ${found?.split('\n')[0] ?? 'nothing fails'}`,
    )
  }
  await writeAll(before, [])
}

/** Writes the files as they were, with these steps. */
async function writeAll(
  before: ReadonlyMap<string, string | undefined>,
  steps: readonly Step[],
): Promise<void> {
  for (const [file, text] of before) {
    const changed = steps.filter((step) => step.file === file).reduce(changedBy, text ?? '')
    await mkdir(dirname(join(copy, file)), { recursive: true })
    await writeFile(join(copy, file), changed)
  }
}

function changedBy(text: string, { file, after, add }: Step): string {
  if (after === undefined) return text + add
  const lines = text.split('\n')
  const place = lines.findIndex((line) => line.includes(after))
  if (place < 0) throw new Error(`${file} has no line with: ${after}`)
  return lines.toSpliced(place + 1, 0, add).join('\n')
}

async function whatFails(proofs: readonly Proof[]): Promise<string | undefined> {
  for (const proof of proofs) {
    const failure = await run(process.execPath, programOf(proof), copy).then(
      () => undefined,
      (error: Error) =>
        /^.*(?:error TS|AssertionError|Error:).*$/m.exec(error.message)?.[0] ?? error.message,
    )
    if (failure !== undefined) return failure
  }
  return undefined
}

function programOf(proof: Proof): string[] {
  if (proof === 'generate') return ['scripts/generate/generate.ts']
  const module = (path: string) => join(root, 'node_modules', path)
  if (proof.endsWith('.test.ts')) return [module('vitest/vitest.mjs'), 'run', proof]
  const cache = join(copy, `${proof.replaceAll('/', '-')}.tsbuildinfo`)
  return [
    ...[module('typescript/bin/tsc'), '--project', proof, '--noEmit'],
    ...['--incremental', '--tsBuildInfoFile', cache],
  ]
}

async function textOf(file: string): Promise<string | undefined> {
  return readFile(join(copy, file), 'utf8').catch(() => undefined)
}

/** Copies the project, links its packages, and points to its own workspaces. */
async function copyProject(): Promise<void> {
  const tracked = (await run('git', ['ls-files', '-z'], root)).split('\0').filter(Boolean)
  for (const file of tracked) await cp(join(root, file), join(copy, file), { recursive: true })
  const modules = join(copy, 'node_modules')
  await mkdir(join(modules, '@lyceum'), { recursive: true })
  const own = ['@lyceum', 'lyceum-academy', '.cache']
  for (const name of await readdir(join(root, 'node_modules')))
    if (!own.includes(name)) await symlink(join(root, 'node_modules', name), join(modules, name))
  await symlink(join(copy, 'client-sdk'), join(modules, '@lyceum/sdk'))
  await symlink(join(copy, 'academy'), join(modules, 'lyceum-academy'))
}
