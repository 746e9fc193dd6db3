import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sdkInputs, sdkStaffInputs } from '../../scripts/generate/inputs.ts'
import { operationsOf } from '../../server/http/operations.ts'
import { appRouter } from '../../server/router.ts'
import { type InputField, inputs } from '../src/inputs.ts'

const mutations = operationsOf(appRouter).filter(({ type }) => type === 'mutation')
const fields = mutations.flatMap(({ name, input }) =>
  Object.entries(inputs[name] ?? {}).map(([field, about]) => ({
    path: `${name} ${field}`,
    about,
    takes: (value: unknown) => input.shape[field]?.safeParse(value).success === true,
  })),
)

test('the generated files match the router', async () => {
  for (const [name, made] of Object.entries({
    inputs: sdkInputs,
    'staff-inputs': sdkStaffInputs,
  })) {
    const file = join(import.meta.dirname, `../src/generated/${name}.ts`)
    expect(await readFile(file, 'utf8')).toBe(made())
  }
})

test('it has every field of every mutation', () => {
  expect(Object.keys(inputs).sort()).toEqual(mutations.map(({ name }) => name).sort())
  for (const { name, input } of mutations)
    expect([name, Object.keys(inputs[name] ?? {})]).toEqual([name, Object.keys(input.shape)])
})

test('what it says is needed or may be null is what the server takes', () => {
  for (const { path, about, takes } of fields) {
    expect([path, 'needed', !takes(undefined)]).toEqual([path, 'needed', about.isNeeded === true])
    expect([path, 'null', takes(null)]).toEqual([path, 'null', about.isNullable === true])
  }
})

test('the server takes each value of a choice, and no other', () => {
  const choices = fields.filter(({ about }) => about.values !== undefined)
  expect(choices.length).toBeGreaterThan(20)
  for (const { path, about, takes } of choices) {
    for (const value of about.values ?? []) expect([path, takes(value)]).toEqual([path, true])
    expect([path, takes('no-such-value')]).toEqual([path, false])
  }
})

/** Values beyond a bound, which the server has to refuse, and those at it of numbers. */
function beyond({ minimum, maximum, isWhole, maxLength, minItems, maxItems }: InputField) {
  return [
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(isWhole ? [(minimum ?? 0) + 0.5] : []),
    ...(maxLength === undefined ? [] : ['a'.repeat(maxLength + 1)]),
    ...(minItems === undefined ? [] : [[]]),
    ...(maxItems === undefined ? [] : [Array.from({ length: maxItems + 1 }, () => 'a')]),
  ]
}

test('the server refuses what is beyond each bound, and takes the numbers at it', () => {
  const wrong = fields.flatMap(({ path, about, takes }) => [
    ...beyond(about)
      .filter(takes)
      .map(() => `${path} is taken beyond its bound`),
    ...[about.minimum, about.maximum]
      .filter((bound) => bound !== undefined && !takes(bound))
      .map((bound) => `${path} is refused at ${bound}`),
  ])
  expect(wrong).toEqual([])
})

test('a text that a pattern takes is taken by the server, and one that it refuses is not', () => {
  const samples = ['', 'a', 'Two Ends', 'two-ends', 'en', 'EUR', 'ada@example.com', '2027-03-01']
  const patterned = fields.filter(({ about }) => about.pattern !== undefined)
  expect(patterned.length).toBeGreaterThan(20)
  for (const { path, about, takes } of patterned) {
    const refused = samples.filter((one) => !new RegExp(about.pattern ?? '').test(one))
    expect([path, refused.filter(takes)]).toEqual([path, []])
  }
})
