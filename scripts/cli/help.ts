/** The examples of a help text, ready to copy; each may do without `npm run lyceum --`. */
export function examples(...commands: string[]): string {
  const heading = commands.length === 1 ? 'Example:' : 'Examples:'
  const whole = (command: string) =>
    command.includes('npm run') ? command : `npm run lyceum -- ${command}`
  return ['', heading, ...commands.map((command) => `  ${whole(command)}`)].join('\n')
}
