import type { Query } from 'pg'

/** Derived by `pg` from the description of rows, but missing from its types. */
interface Shape {
  fields: Field[]
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}

interface Field {
  name: string
  dataTypeID: number
  format: string
}

type Rows = Shape & { addFields(fields: Field[]): void }

/** Knows the rows of named statements, which are few: their names come from the code. */
export interface RowShapes {
  /** Spares the query to work out its rows' shape if it is the same as last time. */
  use(query: Query, name: string): void
}

/**
 * Spares work that `pg` would repeat: PostgreSQL describes the rows with every answer, and making
 * each column name, each parser and an empty row anew is a twentieth of a small answer.
 */
export function createRowShapes(): RowShapes {
  const shapes = new Map<string, Shape>()

  return {
    use: (query, name) => {
      const { _result: rows } = query as unknown as { _result: Rows }
      const { addFields } = rows
      rows.addFields = (fields) => {
        const known = shapes.get(name)
        if (known !== undefined && isSame(known.fields, fields)) {
          Object.assign(rows, known)
          return
        }
        addFields.call(rows, fields)
        const { _parsers, _prebuiltEmptyResultObject } = rows
        shapes.set(name, { fields, _parsers, _prebuiltEmptyResultObject })
      }
    },
  }
}

/** Compares them, since a migration may have changed the shape. */
function isSame(known: Field[], described: Field[]): boolean {
  return (
    known.length === described.length &&
    known.every(({ name, dataTypeID, format }, index) => {
      const field = described[index]
      return field?.name === name && field.dataTypeID === dataTypeID && field.format === format
    })
  )
}
