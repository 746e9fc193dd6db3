import type { Deps } from '../../server/context.ts'
import { attributeOf, labelOf, type Reading, readAs } from './arguments.ts'
import type { CommandEntry, Question } from './command-entry.ts'
import { type CautionOptions, changeWithCare } from './confirm.ts'
import type { CommandResult } from './output.ts'
import { withDeps } from './with-deps.ts'

type Options = CautionOptions & { timeZone?: string }
type Act = (...given: unknown[]) => Promise<CommandResult | undefined>

/** Reads what was typed, and does what the command is for. */
export async function perform(
  entry: CommandEntry,
  typed: readonly unknown[],
): Promise<CommandResult | undefined> {
  const given = readTyped(entry, typed)
  const act = (await actionOf(entry, given)) as Act
  if (entry.opensItself) return act(...given)

  const work = async (deps: Deps) => {
    const { findNamed } = await import('./operations/find-named.ts')
    return act(deps, ...(await findNamed(deps, entry, given)))
  }
  const { care, acceptsOtherKeys } = entry
  const open = <Result>(work: (deps: Deps) => Promise<Result>) =>
    withDeps(work, { acceptsOtherKeys })
  if (care === undefined || care === 'shown') return open(work)
  const options = given.at(-1) as CautionOptions
  const change = work as (deps: Deps) => Promise<CommandResult>
  return changeWithCare(open, options, questionOf(care, given), change)
}

async function actionOf(entry: CommandEntry, given: readonly unknown[]) {
  if (entry.mirror === undefined) return entry.run?.()
  return (await import('./operations/perform-operation.ts')).actionOf(entry, entry.mirror, given)
}

function readTyped(
  { arguments: args = [], options: described = [] }: CommandEntry,
  typed: readonly unknown[],
): unknown[] {
  const options = typed.at(-1) as Options
  const read = (reading: Reading | undefined, value: unknown, name: string) =>
    readAs(reading, value, { name, timeZone: options.timeZone })
  const values = args.map(([flags, , { as } = {}], index) => read(as, typed[index], labelOf(flags)))
  const chosen = described.map(([flags, , { as } = {}]) => {
    const name = attributeOf(flags) as keyof Options
    return [name, read(as, options[name], labelOf(flags))]
  })
  return [...values, { ...options, ...Object.fromEntries(chosen) }]
}

function questionOf(care: Question | 'rehearsed', given: readonly unknown[]) {
  if (care === 'rehearsed') return { question: undefined, word: '' }
  const say = <Said>(said: Said | ((...given: never[]) => Said)) =>
    said instanceof Function ? said(...(given as never[])) : said
  return { question: say(care.asks), word: say(care.word) }
}
