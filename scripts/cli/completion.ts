import type { Command } from 'commander'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

interface Suggestion {
  word: string
  /** One short sentence at most. */
  hint: string
}

/** The suggestions after the words of a command, such as `user role`. */
interface Place {
  path: string
  suggestions: Suggestion[]
}

/** Returns a script that completes `lyceum` in a shell, made from its commands. */
export function completionScript(program: Command, shell: Shell): string {
  return scripts[shell](placesOf(program, []))
}

function placesOf(command: Command, path: string[]): Place[] {
  const help = command.createHelp()
  const commands = help.visibleCommands(command)
  const suggestions = [
    ...commands.map((sub) => ({ word: sub.name(), hint: hintOf(sub.description()) })),
    ...command.registeredArguments.flatMap(({ argChoices = [], description }) =>
      argChoices.map((word) => ({ word, hint: hintOf(description) })),
    ),
    ...help
      .visibleOptions(command)
      .map(({ long, description }) => ({ word: long ?? '', hint: hintOf(description) })),
  ]
  const below = commands
    .filter((sub) => sub.name() !== 'help')
    .flatMap((sub) => placesOf(sub, [...path, sub.name()]))
  return [{ path: path.join(' '), suggestions }, ...below]
}

/** Returns the first sentence, without what the shells treat as syntax. */
function hintOf(description: string): string {
  const [first = ''] = description.split(/[.:;](?:\s|$)/, 1)
  const plain = first.replace(/['"`\\$]/g, '')
  return plain.length <= 70 ? plain : `${plain.slice(0, 70).replace(/ \S*$/, '')} …`
}

const scripts: Readonly<Record<Shell, (places: Place[]) => string>> = {
  bash: (places) => `# Completions of lyceum for bash: eval "$(lyceum completion bash)"
_lyceum() {
  local path='' word words='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    case "\${path:+$path }$word" in
      ${commandPaths(places)}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${places.map(({ path, suggestions }) => `    '${path}') words='${wordsOf(suggestions)}' ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _lyceum lyceum
`,

  zsh: (places) => `#compdef lyceum
# Completions of lyceum for zsh: eval "$(lyceum completion zsh)"
_lyceum() {
  local path_='' word
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${path_:+$path_ }$word" in
      ${commandPaths(places)}) path_="\${path_:+$path_ }$word" ;;
    esac
  done
  case "$path_" in
${places
  .map(
    ({ path, suggestions }) =>
      `    '${path}') found=(${suggestions.map(({ word, hint }) => `'${word}:${hint.replaceAll(':', '')}'`).join(' ')}) ;;`,
  )
  .join('\n')}
  esac
  _describe 'lyceum' found || _files
}
compdef _lyceum lyceum
`,

  fish: (places) => `# Completions of lyceum for fish: lyceum completion fish | source
function __lyceum_path
  set -l found
  for word in (commandline -opc)[2..]
    switch (string join ' ' $found $word)
      case ${commandPaths(places).replaceAll(' | ', ' ')}
        set found $found $word
    end
  end
  string join ' ' $found
end
${places
  .flatMap(({ path, suggestions }) =>
    suggestions.map(
      ({ word, hint }) =>
        `complete -c lyceum -n 'test "$(__lyceum_path)" = "${path}"' -a '${word}' -d '${hint}'`,
    ),
  )
  .join('\n')}
`,
}

/** As patterns of a \`case\`. */
function commandPaths(places: Place[]): string {
  return places
    .filter(({ path }) => path !== '')
    .map(({ path }) => `'${path}'`)
    .join(' | ')
}

function wordsOf(suggestions: Suggestion[]): string {
  return suggestions.map(({ word }) => word).join(' ')
}
