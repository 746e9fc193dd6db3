/** Returns a statement's verb and tables: `select courses, sections`. */
export function summaryOf(text: string): string {
  const bare = text.replace(/'(?:[^']|'')*'/g, "''").toLowerCase()
  const own = new Set([...bare.matchAll(/(?:with|,)\s+(\w+)\s+as\s+\(/g)].map(([, name]) => name))
  const [verb = 'statement'] = bare.match(/\b(?:insert|update|delete|select)\b/) ?? []
  const tables = bare.matchAll(
    /\b(?:from|join|into|update)\s+(?:only\s+)?((?:"?\w+"?\.)?"?[a-z_]\w*"?)/g,
  )
  const distinct = new Set(
    [...tables]
      .map(([, name = '']) => name.replaceAll('"', ''))
      .filter((name) => !own.has(name) && !notTables.has(name)),
  )
  return [verb, [...distinct].slice(0, 4).join(', ')].join(' ').trim()
}

/** Words that follow `from` and `update` without being tables. */
const notTables = new Set(['unnest', 'generate_series', 'select', 'lateral', 'set', 'of', 'now'])

/** Returns a statement's name, or its verb and tables, but never a value. */
export function nameOfStatement(
  statement: string | { name?: string | undefined; text: string },
): string {
  if (typeof statement === 'string' && /^\w+$/.test(statement)) return statement
  return typeof statement === 'string'
    ? summaryOf(statement)
    : (statement.name ?? summaryOf(statement.text))
}
