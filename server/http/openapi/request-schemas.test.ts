import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { slugOf } from '../../../lib/slug.ts'
import { appRouter } from '../../router.ts'
import type { Schema } from '../endpoints/document.ts'
import { operationsOf } from '../operations.ts'
import { exampleOf } from './examples.ts'
import { describeApi } from './openapi.ts'

const { schemas } = describeApi('https://learn.lyceum.test').components
const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)
ajv.addSchema({ $id: 'lyceum', components: { schemas } })

/** The inputs with a name of their own, which are the bodies of requests. */
const bodies = operationsOf(appRouter).flatMap(({ input }) => {
  const { id } = z.globalRegistry.get(input) ?? {}
  const schema = id === undefined ? undefined : schemas[id]
  return id === undefined || schema === undefined ? [] : [{ id, input, schema }]
})

test('generators can read every pattern: one beside a type, without escaped characters', () => {
  const unreadable = Object.entries(schemas).filter(([, schema]) =>
    /"allOf"|"pattern":"[^"]*\\\\[upx]/.test(JSON.stringify(schema)),
  )
  expect(unreadable).toEqual([])
})

describe.each(bodies)('$id accepts what the server accepts', ({ id, input, schema }) => {
  const isValid = ajv.compile({ $ref: `lyceum#/components/schemas/${id}` })
  const example = exampleOf(schema, schemas, id) as Record<string, unknown>
  const fields = Object.keys(schema.properties ?? {}).filter((field) => field in example)
  const both = (body: object) => ({
    documented: isValid(body),
    accepted: input.safeParse({ ...pathOf(input, schema), ...body }).success,
  })

  test('its example', () => {
    expect(both(example)).toEqual({ documented: true, accepted: true })
  })

  test.each(fields)('%s', (field) => {
    const differences = variantsOf(example[field]).flatMap((value) => {
      const { documented, accepted } = both({ ...example, [field]: value })
      const isRight = documented === accepted || (documented && isBeyondSchemas(field, value))
      return isRight ? [] : [{ value, documented, accepted }]
    })
    expect(differences).toEqual([])
  })
})

/** Returns values for the path and If-Match, which the schema of the body lacks. */
function pathOf(input: z.ZodObject, { properties = {} }: Schema): Record<string, unknown> {
  const names = Object.keys(input.shape).filter((name) => !(name in properties))
  const id = '019a9c3e-61f0-7b52-8a3e-2d9c4b7e1c02'
  return Object.fromEntries(
    names.map((name) => [name, ['revision', 'number'].includes(name) ? 42 : id]),
  )
}

function variantsOf(value: unknown): unknown[] {
  const others = [5, null, true, [], {}, '', ' ', '\n', '\u00a0', 'x', '12345678', '😀'.repeat(60)]
  if (typeof value !== 'string') return [value, -1, 1.5, 101, 2 ** 60, ...others]
  return [
    value,
    ` ${value}`,
    `${value}\n`,
    `\u3000${value}\ufeff`,
    value.toUpperCase(),
    value.replace(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)),
    value.replace('@', '＠'),
    value.replace('@', '@@'),
    value.replace('.', '..'),
    value.replace('.', ''),
    value.normalize('NFD'),
    value.repeat(200),
    `${value}\0`,
    `${value.slice(0, 1)}\n${value.slice(1)}`,
    `${value}\u202e`,
    ...others,
  ]
}

/**
 * Whether the server refuses it for a reason that a JSON Schema cannot state, at least not in a
 * pattern that every tool reads: properties of Unicode, and escapes of characters.
 */
function isBeyondSchemas(field: string, value: unknown): boolean {
  if (typeof value !== 'string') return false
  const [isEmail, isName] = [/email/i.test(field), /^(certificateN|n)ame$|Path$/.test(field)]
  // Needs a list of all time zones, which grows with every release of Node.js.
  if (field === 'timeZone') return true
  // Is an email or a URL.
  if (field === 'supportContact') return true
  // Allows letters of any script.
  if (/key$/i.test(field)) return value !== slugOf(value)
  if (value.includes('\0') || (isEmail && /[^\0-\x7f]/.test(value))) return true
  return isName && (/\u202e/.test(value) || !/[\p{L}\p{N}]/u.test(value))
}
