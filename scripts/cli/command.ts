import { Argument, Command, Option } from 'commander'
import { type CommandEntry, type Described, dryRun } from './command-entry.ts'
import { examples } from './help.ts'
import { type OutputOptions, show } from './output.ts'

const json: Described = ['--json', 'print the result as one JSON document']
const yes: Described = ['--yes', 'skip the confirmation']

export function addCommands(parent: Command, entries: readonly CommandEntry[], path = ''): void {
  for (const entry of entries) parent.addCommand(commandOf(entry, parent, path))
}

function commandOf(entry: CommandEntry, parent: Command, path: string): Command {
  const { name, about, care, notes, commands = [] } = entry
  const full = `${path} ${name}`.trim()
  const command = new Command(name).copyInheritedSettings(parent).description(about)
  for (const described of entry.arguments ?? []) command.addArgument(argumentOf(described))
  for (const described of entry.options ?? []) command.addOption(optionOf(described))
  if (care !== undefined && care !== 'rehearsed') command.addOption(optionOf(yes))
  if (care !== undefined) command.addOption(optionOf(dryRun))
  const given = entry.examples ?? [exampleOf(entry)]
  const shown = examples(...given.map((example) => withPath(example, full)))
  command.addHelpText('after', notes === undefined ? shown : `${notes}\n${shown}`)
  if (commands.length === 0) command.addOption(optionOf(json)).action(actionOf(entry))
  addCommands(command, commands, full)
  return command
}

/** Returns what is needed, each by its example. */
function exampleOf({ arguments: args = [], options = [] }: CommandEntry): string {
  const needed = options.filter(([, , more]) => more?.required)
  return [...args, ...needed]
    .flatMap(([flags, , { example = '' } = {}]) => {
      const word = example.includes(' ') ? `"${example}"` : example
      return flags.startsWith('--') ? [flags.split(' ')[0], word] : [word]
    })
    .join(' ')
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
  if (more.repeated) option.argParser((value, others: string[] = []) => [...others, value])
  if (more.repeated && !more.required) option.default([])
  return option
}

function actionOf(entry: CommandEntry) {
  return async (...given: unknown[]): Promise<void> => {
    // commander adds the command itself, behind the options.
    const typed = given.slice(0, -1)
    const { perform } = await import('./perform.ts')
    const result = await perform(entry, typed)
    if (result !== undefined) show(result, typed.at(-1) as OutputOptions)
  }
}
