import fc from 'fast-check'
import type { Schema } from '../http/endpoints/document.ts'

export interface GivenValues {
  schemas: Record<string, Schema>
  /** Values that exist in the database of the test, by the name of the field. */
  known: Record<string, unknown[]>
}

/** Values that a schema of the document allows, often existing ones. */
export function validValues(schema: Schema, given: GivenValues, name = ''): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined)
    return validValues(given.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, given)
  if (schema.properties !== undefined) return validObject(schema, given)
  if (schema.items !== undefined)
    return fc.array(validValues(schema.items, given, name), { minLength: 1, maxLength: 3 })

  const known = given.known[name]
  const values = ofType(schema)
  return known === undefined
    ? values
    : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, values)
}

function validObject(
  { properties = {}, required = [] }: Schema,
  given: GivenValues,
): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(
    ([field, schema]) => [field, validValues(schema, given, field)] as const,
  )
  return fc.record(Object.fromEntries(fields), { requiredKeys: required, noNullPrototype: true })
}

function ofType({
  type,
  format,
  enum: choices,
  minimum = 0,
  maximum = 100,
  pattern,
  examples = [],
}: Schema): fc.Arbitrary<unknown> {
  if (choices !== undefined) return fc.constantFrom(...choices)
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer') return fc.integer({ min: minimum, max: maximum })
  if (format === 'uuid') return fc.uuid()
  if (format === 'email') return fc.uuid().map((id) => `${id}@example.com`)
  if (pattern?.includes('\\d') === true) return textMatching(pattern)
  return examples.length > 0 ? fc.constantFrom(...examples) : anyText
}

// Both are slow to make, and the document has thousands of texts.
const anyText = fc.string({ minLength: 8, maxLength: 40 }).map((text) => `a ${text}`)
const matching = new Map<string, fc.Arbitrary<string>>()

function textMatching(pattern: string): fc.Arbitrary<string> {
  const known = matching.get(pattern) ?? fc.stringMatching(new RegExp(pattern))
  matching.set(pattern, known)
  return known
}

const unicode = fc.string({ unit: 'binary', maxLength: 30 })
const oddText = fc.constantFrom(
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e',
  '💡'.repeat(70),
  'x'.repeat(2000),
  "' or 1=1 --",
  '../../etc/passwd',
  '<script>',
  'NaN',
)

/** Values of a wrong type, too long, or malicious. */
export const oddValues = fc.oneof(
  oddText,
  unicode,
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    null,
    true,
    -1,
    0.5,
    1e308,
    Number.MAX_SAFE_INTEGER,
    [],
    {},
    [[]],
    'x'.repeat(70_000),
  ),
)

const oddNames = fc.oneof(
  fc.constantFrom('constructor', 'toString', 'hasOwnProperty', '', '\0', 'id', 'role', 'userId'),
  unicode,
)

/** Changes a valid body in one or two places: drops, changes or adds a field. */
export function mutated(body: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(
      body,
      fc.array(fc.tuple(fc.nat(), oddValues, oddNames, fc.constantFrom('drop', 'change', 'add')), {
        minLength: 1,
        maxLength: 2,
      }),
    )
    .map(([valid, changes]) => {
      const fields = Object.entries(typeof valid === 'object' && valid !== null ? valid : {})
      for (const [at, value, name, kind] of changes) {
        const index = fields.length === 0 ? 0 : at % fields.length
        const field = fields[index]
        if (kind === 'drop') fields.splice(index, 1)
        else if (kind === 'change' && field !== undefined) fields[index] = [field[0], value]
        else fields.push([name, value])
      }
      return Object.fromEntries(fields.filter(([name]) => name !== '__proto__'))
    })
}

/** Bodies that are not objects, or not JSON. */
export const oddBodies = fc.oneof(
  fc.constantFrom(
    '{',
    '[]',
    'null',
    '"x"',
    '17',
    '{"__proto__":{"role":"admin"}}',
    '{"constructor":{"prototype":{}}}',
    '{"a":1,}',
    '\ufeff{}',
    '',
    '{}',
  ),
  fc.string({ maxLength: 40 }),
  fc.nat(40).map((depth) => '['.repeat(depth * 50)),
)
