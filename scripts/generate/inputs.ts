import type { InputField, InputFields } from '../../client-sdk/src/forms/input-field.ts'
import { operationsOf } from '../../server/http/operations.ts'
import { appRouter } from '../../server/router.ts'
import {
  type Definitions,
  inputSchemaOf,
  type JsonSchema,
  resolved,
  variantsOf,
} from './json-schema.ts'
import { staffOperations } from './places.ts'

const bounds = [
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
] as const

/** Writes the input of each mutation, for the forms of frontends: learners load none for staff. */
export const sdkInputs = () => inputsFile('ownInputs', false)
export const sdkStaffInputs = () => inputsFile('staffInputs', true)

function inputsFile(constant: string, isForStaff: boolean): string {
  const which = isForStaff ? 'that is for staff' : "but staff's"
  const ofStaff = staffOperations()
  const operations = operationsOf(appRouter).filter(
    ({ type, name }) => type === 'mutation' && ofStaff.includes(name) === isForStaff,
  )
  const lines = operations.map(({ name, input }) => {
    const schema = inputSchemaOf(input)
    return `  '${name}': {\n${printed(fieldsOf(resolved(schema, schema.$defs), schema.$defs))}  },`
  })
  return `// Generated from server/router.ts by \`npm run generate\`. Do not edit.

import type { InputFields } from '../forms/input-field.ts'

/** The fields of the input of each mutation ${which}, by its name. */
export const ${constant}: { readonly [operation: string]: InputFields } = {
${lines.join('\n')}
}
`
}

function printed(fields: InputFields): string {
  return Object.entries(fields)
    .map(([name, field]) => `    ${name}: ${JSON.stringify(field)},\n`)
    .join('')
}

function fieldsOf({ properties = {}, required = [] }: JsonSchema, named: Definitions): InputFields {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      fieldOf(property as JsonSchema, named, required.includes(name)),
    ]),
  )
}

/** Describes a field by its schema; of several shapes, by what they share. */
function fieldOf(property: JsonSchema, named: Definitions, isNeeded: boolean): InputField {
  const variants = variantsOf(property, named)
  const mayBeEmpty = variants.some((one) => one.const === '')
  const shapes = variants.filter((one) => one.type !== 'null' && one.const !== '')
  const [shape = {}] = shapes
  const type = typeOfAll(shapes)
  return {
    type,
    ...(isNeeded && { isNeeded }),
    ...(variants.some((one) => one.type === 'null') && { isNullable: true }),
    ...(typeof property.default !== 'object' && { default: property.default as string }),
    ...(type === 'text' && shape.enum && { values: shape.enum as string[] }),
    ...(type === 'list' && { item: fieldOf(shape.items as JsonSchema, named, true) }),
    ...(type === 'object' && { fields: shared(shapes.map((one) => fieldsOf(one, named))) }),
    ...(['text', 'number', 'list'].includes(type) && boundsOf(shape)),
    ...(mayBeEmpty && { minLength: 0 }),
    ...(shape.type === 'integer' && { isWhole: true }),
  }
}

/** Returns a field's bounds, without the patterns of ids, which nobody types, and of `\S`. */
function boundsOf(shape: JsonSchema): Partial<InputField> {
  const isSaid = (name: (typeof bounds)[number]) =>
    name !== 'pattern' || (shape.format === undefined && shape.pattern !== '\\S')
  const said = bounds.filter((name) => shape[name] !== undefined && isSaid(name))
  return Object.fromEntries(said.map((name) => [name, shape[name]]))
}

/** Returns the type of a field; a day, or the instant at which it ends, is a day for forms. */
function typeOfAll(shapes: JsonSchema[]): InputField['type'] {
  const types = [...new Set(shapes.map(typeOf))]
  const [type = 'other'] = types
  if (types.join(' ') === 'day instant') return 'day'
  return types.length === 1 && (shapes.length === 1 || type === 'object') ? type : 'other'
}

/** Returns the fields that are the same in all of them. */
function shared([first = {}, ...others]: InputFields[]): InputFields {
  const isInAll = ([name, field]: [string, InputField]) =>
    others.every((fields) => JSON.stringify(fields[name]) === JSON.stringify(field))
  return Object.fromEntries(Object.entries(first).filter(isInAll))
}

function typeOf({ type, format }: JsonSchema): InputField['type'] {
  if (format === 'date') return 'day'
  if (format === 'date-time') return 'instant'
  if (type === 'string') return 'text'
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'boolean') return 'flag'
  if (type === 'array') return 'list'
  return type === 'object' ? 'object' : 'other'
}
