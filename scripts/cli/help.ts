/** Commands that can be copied from the help, each written without its beginning. */
export function examples(...commands: string[]): string {
  const heading = commands.length === 1 ? 'Example:' : 'Examples:'
  return ['', heading, ...commands.map((command) => `  npm run lyceum -- ${command}`)].join('\n')
}
