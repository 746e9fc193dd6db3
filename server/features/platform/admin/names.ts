import { z } from 'zod'
import { findNames, namedKinds } from '../../../../db/queries/platform/audit.ts'
import { exampleIds, field, Id, named } from '../../../../lib/schema.ts'
import type { Deps } from '../../../context.ts'

const NamedThing = named('NamedThing', 'A person or thing that a record mentions by its id', {
  kind: field(z.enum(namedKinds), 'What it is', 'user'),
  name: field(z.string(), 'Its name, title, code or host today', 'Ada Lovelace'),
})

/** The field of a record that names the people and things behind its ids. */
export const Names = z.record(Id, NamedThing).meta({
  description: 'Names by the ids in it; what is erased or deleted has none',
  examples: [{ [exampleIds.user]: { kind: 'user', name: 'Ada Lovelace' } }],
})
type Names = z.infer<typeof Names>

const ids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

/** Reads the names of all that rows mention, and returns those of one row. */
export async function namesIn(
  { db }: Pick<Deps, 'db'>,
  rows: readonly object[],
): Promise<(row: object) => Names> {
  const mentioned = (what: object) => new Set(JSON.stringify(what).match(ids))
  const found = await findNames(db, [...mentioned(rows)])
  const names = new Map(found.map(({ id, kind, name }) => [id, { kind, name }]))
  return (row) =>
    Object.fromEntries(
      [...mentioned(row)].flatMap((id) => {
        const name = names.get(id)
        return name === undefined ? [] : [[id, name]]
      }),
    )
}

/** Adds the names to one record that is answered alone. */
export async function withNames<Item extends object>(
  ctx: Pick<Deps, 'db'>,
  item: Item,
): Promise<Item & { names: Names }> {
  return { ...item, names: (await namesIn(ctx, [item]))(item) }
}
