/** The examples of a help text, ready to copy; pass each without `npm run lyceum --`. */
export function examples(...commands: string[]): string {
  const heading = commands.length === 1 ? 'Example:' : 'Examples:'
  return ['', heading, ...commands.map((command) => `  npm run lyceum -- ${command}`)].join('\n')
}
