import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openFolder } from '../support/folder.ts'
import { root, run } from '../support/programs.ts'
import { report } from '../support/say.ts'
import { createCompiler } from './compiler.ts'
import { recipes } from './recipe-list.ts'

/*
 * `node checks/recipes/recipes.ts [words of a name]`: follows the recipes of CONTRIBUTING.md in a
 * copy of the project, all of them side by side. Each takes as many files as it says there; all of
 * it compiles and passes its tests, and without any one step something fails.
 */
const [words = ''] = process.argv.slice(2)
await using opened = await openFolder('recipes')
const copy = opened.path
await copyProject()

type Step = readonly [file: string, words: string, text: string]
const kinds = ['server', 'academy', 'test'] as const
type Kind = (typeof kinds)[number]
const [compile, compileAcademy] = [createCompiler(copy), createCompiler(join(copy, 'academy'))]
/** Return what is wrong with a file, or with a whole project. */
const judges: Record<Kind, (file: string) => string | undefined | Promise<string | undefined>> = {
  server: compile,
  academy: async (file) =>
    (await failureOf('scripts/generate/generate.ts')) ?? compileAcademy(file.slice(8)),
  test: (file) => failureOf(join(root, 'node_modules/vitest/vitest.mjs'), 'run', file),
}

const chosen = Object.entries(recipes)
  .filter(([name]) => name.includes(words))
  .map(([name, text]) => ({ name, ...parse(text) }))
const steps = chosen.flatMap((recipe) => recipe.steps)
const before = new Map<string, string | undefined>()
for (const [file] of steps) before.set(file, await textOf(file))

const contributing = await readFile(join(root, 'CONTRIBUTING.md'), 'utf8')
for (const { name, steps } of chosen) {
  const said = new RegExp(`\\*\\*${name}\\*\\*[^:]*?\\((\\d+) files?`).exec(contributing)?.[1]
  // Migrations come on top.
  const { size } = new Set(steps.map(([file]) => file).filter((file) => !file.endsWith('.sql')))
  report(Number(said) === size, name, `${size} files, as written`)
}

await write(steps)
const tests = chosen.flatMap(({ files }) => files).filter((file) => kindOf(file) === 'test')
const wrong = await faultIn(['academy', '', ...new Set(tests)])
report(wrong === undefined, 'All together', wrong ?? 'compile and pass')
// Where that is not so, a failure says nothing about a step.
for (const { name, steps: own, files } of wrong === undefined ? chosen : [])
  for (const step of own) {
    await write(steps.filter((one) => one !== step))
    const asked = kinds
      .slice(kinds.indexOf(kindOf(step[0])))
      .flatMap((kind) => files.filter((file) => kindOf(file) === kind))
    const fault = await faultIn([...asked.filter((file) => file === step[0]), ...asked])
    const without = `without ${step[2].trim().split('\n')[0]} in ${step[0]}`
    report(fault !== undefined, name, `${without}: ${fault?.split('\n')[0] ?? 'nothing fails'}`)
  }

/** The steps, and all sources and tests that the recipe names. */
function parse(recipe: string): { steps: Step[]; files: string[] } {
  const lines = recipe.trim().split(/\n(?=\S)/)
  const parts = lines.map((line) => line.split(/ \|\s+/))
  const files = new Set(parts.map(([file = '']) => file).filter((file) => !file.endsWith('.sql')))
  return { steps: parts.filter(({ length }) => length > 1) as unknown as Step[], files: [...files] }
}

/** Where a step may be missed first. */
function kindOf(file: string): Kind {
  if (/\.(test\.ts|sql)$/.test(file)) return 'test'
  return file.startsWith('academy') ? 'academy' : 'server'
}

/** Writes the files as they were, with these steps. */
async function write(steps: readonly Step[]): Promise<void> {
  for (const [file, text] of before) {
    const path = join(copy, file)
    const own = steps.filter(([one]) => one === file)
    await mkdir(dirname(path), { recursive: true })
    if (text === undefined && own.length === 0) await rm(path, { force: true })
    else await writeFile(path, own.reduce(changedBy, text ?? ''))
  }
}

function changedBy(text: string, [file, words, added]: Step): string {
  const place = words === '-' ? text.length : text.indexOf(words)
  if (place < 0) throw new Error(`${file} does not have: ${words}`)
  return `${text.slice(0, place)}${added}\n${text.slice(place)}`
}

async function faultIn(files: readonly string[]): Promise<string | undefined> {
  for (const file of files) {
    const fault = await judges[kindOf(file)](file)
    if (fault !== undefined) return fault
  }
  return undefined
}

async function failureOf(...program: string[]): Promise<string | undefined> {
  return run(process.execPath, program, copy, { NO_COLOR: '1' }).then(
    () => undefined,
    ({ message }: Error) => /^.*(?:AssertionError|Error:).*$/m.exec(message)?.[0] ?? message,
  )
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
  for (const name of await readdir(join(root, 'node_modules')))
    if (!/^(\..*|@lyceum|lyceum-academy)$/.test(name))
      await symlink(join(root, 'node_modules', name), join(modules, name))
  await symlink(join(copy, 'client-sdk'), join(modules, '@lyceum/sdk'))
  await symlink(join(copy, 'academy'), join(modules, 'lyceum-academy'))
}
