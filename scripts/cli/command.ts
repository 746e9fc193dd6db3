import { Argument, Command, Option } from 'commander'
import { examples } from './help.ts'
import { type CommandResult, type OutputOptions, show } from './output.ts'

/** An argument or an option, as its help shows it. */
type Described = readonly [flags: string, about: string, more?: More]

interface More {
  default?: string
  choices?: readonly string[]
  required?: true
  /** It can be given more than once: its value is a list. */
  repeated?: true
  conflicts?: string[]
}

/** Takes the arguments, then the options. Undefined: the result is written already. */
type Action = (...given: never[]) => Promise<CommandResult | undefined>

/** A command, or a group of commands; all of it is in the help. */
export interface CommandEntry {
  name: string
  about: string
  arguments?: readonly Described[]
  options?: readonly Described[]
  /** Its effect cannot be undone: it asks first, unless --yes is given. Both take --dry-run. */
  care?: 'confirmed' | 'rehearsed'
  /** Comes before the examples. */
  notes?: string
  /** Without the names of the commands; one that is no such command stands as it is. */
  examples: readonly string[]
  /** Loads what the command does: the help loads nothing of the service. */
  run?: () => Promise<Action>
  commands?: readonly CommandEntry[]
}

const json: Described = ['--json', 'print the result as one JSON document']
const yes: Described = ['--yes', 'skip the confirmation']
const dryRun: Described = ['--dry-run', 'show the effect, and change nothing']
const careOptions = { confirmed: [yes, dryRun], rehearsed: [dryRun] } as const

export function addCommands(parent: Command, entries: readonly CommandEntry[], path = ''): void {
  for (const entry of entries) parent.addCommand(commandOf(entry, parent, path))
}

function commandOf(entry: CommandEntry, parent: Command, path: string): Command {
  const { name, about, run, care, notes, commands = [] } = entry
  const full = `${path} ${name}`.trim()
  const command = new Command(name).copyInheritedSettings(parent).description(about)
  for (const described of entry.arguments ?? []) command.addArgument(argumentOf(described))
  const options = [...(entry.options ?? []), ...(care === undefined ? [] : careOptions[care])]
  for (const described of options) command.addOption(optionOf(described))
  const shown = examples(...entry.examples.map((example) => withPath(example, full)))
  command.addHelpText('after', notes === undefined ? shown : `${notes}\n${shown}`)
  if (run !== undefined) command.addOption(optionOf(json)).action(actionOf(run))
  addCommands(command, commands, full)
  return command
}

function withPath(example: string, path: string): string {
  return example.includes('npm run') ? example : `${path} ${example}`.trim()
}

function argumentOf([name, about, { choices } = {}]: Described): Argument {
  const argument = new Argument(name, about)
  return choices === undefined ? argument : argument.choices(choices)
}

function optionOf([flags, about, more = {}]: Described): Option {
  const option = new Option(flags, about).makeOptionMandatory(more.required === true)
  if (more.choices !== undefined) option.choices(more.choices)
  if (more.default !== undefined) option.default(more.default)
  if (more.conflicts !== undefined) option.conflicts(more.conflicts)
  if (more.repeated) option.argParser((value, others: string[]) => [...others, value]).default([])
  return option
}

function actionOf(load: () => Promise<Action>) {
  return async (...given: unknown[]): Promise<void> => {
    // commander adds the command itself, behind the options.
    const typed = given.slice(0, -1)
    const act = (await load()) as (...typed: unknown[]) => Promise<CommandResult | undefined>
    const result = await act(...typed)
    if (result !== undefined) show(result, typed.at(-1) as OutputOptions)
  }
}
