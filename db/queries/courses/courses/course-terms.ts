import { getTableColumns, is } from 'drizzle-orm'
import { PgArray } from 'drizzle-orm/pg-core'
import type { CourseTerms } from '../../../../content/course-fields.ts'
import { courseVersions, draftTerms } from '../../../schema/courses/courses.ts'
import { columnName } from '../../../select-list.ts'

const names = Object.keys(draftTerms()) as (keyof CourseTerms)[]

/** The terms of a version, for the query builder. */
export const versionTerms = pick(getTableColumns(courseVersions), names)

/** The terms, each with the name of its column. */
export const courseTerms = names.map((name) => ({
  name,
  column: columnName(versionTerms[name]),
  isList: is(versionTerms[name], PgArray),
}))

function pick<Whole, Name extends keyof Whole>(whole: Whole, names: Name[]): Pick<Whole, Name> {
  return Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<Whole, Name>
}

/** Writes SQL for each of the columns, separated by commas. */
export function eachTerm(write: (column: string) => string): string {
  return courseTerms.map(({ column }) => write(`"${column}"`)).join(', ')
}

/** Selects the terms for a statement. `absent`: SQL for what both may lack. */
export function selectTerms(
  read: (column: string) => string,
  absent: { [Name in keyof CourseTerms]?: string } = {},
): string {
  return courseTerms
    .map(({ name, column, isList }) => {
      const [value, instead] = [read(`"${column}"`), isList ? "'{}'" : absent[name]]
      return `${instead === undefined ? value : `coalesce(${value}, ${instead})`} as "${name}"`
    })
    .join(', ')
}
