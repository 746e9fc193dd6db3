import { describeApi } from '../../server/http/openapi/openapi.ts'

/** The document of a server that runs with the defaults. */
export function openApiDocument(): string {
  return `${write(describeApi('http://localhost:3000'))}\n`
}

const columns = 120
/** Printed on a line each: they are long, and repeat what the schemas say. */
const onOneLine = new Set(['example', 'headers'])

/** JSON, with what is short on one line: half the lines, and a change still shows where it is. */
function write(value: unknown, { indent = '', key = '' } = {}): string {
  const line = JSON.stringify(value)
  if (typeof value !== 'object' || value === null) return line
  if (line.length <= columns || onOneLine.has(key)) return line

  const inside = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((item) => write(item, { indent: inside }))
    : Object.entries(value).map(
        ([name, part]) => `${JSON.stringify(name)}: ${write(part, { indent: inside, key: name })}`,
      )
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${parts.map((part) => `${inside}${part}`).join(',\n')}\n${indent}${close}`
}
