import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Command } from 'commander'
import { type Check, checkList, fileOf, longMinutes } from './check-list.ts'
import { createMachine } from './support/machine.ts'

/*
 * `npm run checks [-- --list | --long | NAME…]`: whatever takes too long for a test or needs more
 * of a machine. After a single name come that check's own arguments: `-- chaos --seed 42`.
 */
interface Result {
  name: string
  outcome: 'passed' | 'FAILED' | 'skipped'
  remark: string
}

const command = new Command('checks')
  .description('Runs every check, or the ones you name.')
  .argument('[names...]', 'checks to run; after a single name, its own arguments')
  .option('--list', 'list the checks and what each proves, and run none')
  .option('--long', `also run checks that take more than ${longMinutes} minutes`)
  .passThroughOptions()
  .parse()
const { list = false, long = false } = command.opts<{ list?: boolean; long?: boolean }>()

if (list) listChecks()
else await runChecks(command.args)

function listChecks(): void {
  for (const [name, { proves, needs = [], minutes }] of Object.entries(checkList)) {
    print(name, proves)
    print('', `about ${minutes} min${needs.map((need) => `, needs ${need}`).join('')}`)
  }
}

async function runChecks(named: string[]): Promise<void> {
  const { names, args } = chosenBy(named)
  const machine = createMachine()
  const results: Result[] = []
  for (const name of names) {
    const check = checkList[name]
    if (check === undefined) continue
    const obstacle =
      reasonToSkip(check, named.length > 0) ?? (await machine.lacks(check.needs ?? []))
    results.push(
      obstacle === undefined
        ? await run(name, args)
        : { name, outcome: 'skipped', remark: obstacle },
    )
  }
  process.stdout.write('\n')
  for (const { name, outcome, remark } of results) print(name, `${outcome} (${remark})`)
  if (results.some(({ outcome }) => outcome === 'FAILED')) process.exitCode = 1
}

/** Chooses all checks, the named ones, or a single one with its arguments. */
function chosenBy(named: string[]): { names: string[]; args: string[] } {
  const [first, ...others] = named
  if (first === undefined) return { names: Object.keys(checkList), args: [] }
  if (!Object.hasOwn(checkList, first))
    return command.error(`There is no check "${first}"; --list shows them all.`)
  if (others.every((name) => Object.hasOwn(checkList, name))) return { names: named, args: [] }
  return { names: [first], args: others }
}

function reasonToSkip({ minutes }: Check, isNamed: boolean): string | undefined {
  if (isNamed || long || minutes <= longMinutes) return undefined
  return `takes about ${minutes} minutes; name it or pass --long`
}

async function run(name: string, args: string[]): Promise<Result> {
  process.stdout.write('\n')
  print(name, checkList[name]?.proves ?? '')
  const began = performance.now()
  const file = join(import.meta.dirname, fileOf(name))
  const child = spawn(process.execPath, [file, ...args], { stdio: 'inherit' })
  const [code, signal] = await once(child, 'exit')
  const seconds = `${Math.round((performance.now() - began) / 1_000)} s`
  return code === 0
    ? { name, outcome: 'passed', remark: seconds }
    : { name, outcome: 'FAILED', remark: `${signal ?? `exit code ${code}`}, ${seconds}` }
}

function print(name: string, text: string): void {
  process.stdout.write(`${name.padEnd(20)}${text}\n`)
}
