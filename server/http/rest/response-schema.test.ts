import { expect, test } from 'vitest'
import { z } from 'zod'
import { appRouter } from '../../router.ts'
import { operationsOf } from '../operations.ts'
import { responseSchemaOf } from './response-schema.ts'

test('every answer has a schema for the serializer', () => {
  for (const { name, output } of operationsOf(appRouter))
    expect(responseSchemaOf(output), name).toMatchObject({ type: 'object' })
})

test('fields keep their type, whether they are optional, null, nested or named', () => {
  const Part = z
    .object({ at: z.iso.datetime().nullable(), kind: z.enum(['a', 'b']) })
    .meta({ id: 'PartOfThisTest' })
  const schema = responseSchemaOf(
    z.object({
      part: Part,
      parts: z.array(Part).optional(),
      literal: z.literal('x'),
      count: z.number().int(),
    }),
  )

  const part = {
    type: 'object',
    properties: { at: { type: ['string', 'null'] }, kind: { type: 'string' } },
    required: ['at', 'kind'],
  }
  expect(schema).toEqual({
    type: 'object',
    properties: {
      part,
      parts: { type: 'array', items: part },
      literal: { type: 'string' },
      count: { type: 'integer' },
    },
    required: ['part', 'literal', 'count'],
  })
})

test('a record keeps its fields, whatever their names', () => {
  expect(responseSchemaOf(z.object({ details: z.record(z.string(), z.number()) }))).toMatchObject({
    properties: { details: { type: 'object', additionalProperties: true } },
  })
})

test('of several kinds of an object, the fields of all are written that are there', () => {
  const Kinds = z.discriminatedUnion('type', [
    z.object({ type: z.literal('text'), content: z.string() }),
    z.object({ type: z.literal('link'), content: z.string(), url: z.string().nullable() }),
  ])
  const structure = {
    type: 'object',
    properties: {
      type: { type: 'string' },
      content: { type: 'string' },
      url: { type: ['string', 'null'] },
    },
    required: ['type', 'content'],
  }
  expect(responseSchemaOf(Kinds)).toEqual(structure)
  expect(responseSchemaOf(z.object({ kind: Kinds.nullable() }))).toMatchObject({
    properties: { kind: { ...structure, type: ['object', 'null'] } },
  })
  const differing = z.union([z.object({ at: z.string() }), z.object({ at: z.number() })])
  expect(() => responseSchemaOf(differing)).toThrow('several types')
})

test('an object inside them may differ as well, and be null in some', () => {
  const Kinds = z.discriminatedUnion('type', [
    z.object({ type: z.literal('one'), data: z.object({ id: z.string(), place: z.int() }) }),
    z.object({ type: z.literal('other'), data: z.object({ id: z.string().nullable() }) }),
  ])
  expect(responseSchemaOf(Kinds)).toMatchObject({
    properties: {
      data: {
        type: 'object',
        properties: { id: { type: ['string', 'null'] }, place: { type: 'integer' } },
        required: ['id'],
      },
    },
  })
  const differing = z.union([
    z.object({ data: z.object({ id: z.string() }) }),
    z.object({ data: z.object({ id: z.array(z.string()) }) }),
  ])
  expect(() => responseSchemaOf(differing)).toThrow('several types')
})

test('an answer of several types is refused at the start, not when it is sent', () => {
  expect(() =>
    responseSchemaOf(
      z.object({ either: z.union([z.object({ one: z.string() }), z.array(z.string())]) }),
    ),
  ).toThrow('several types')
})
