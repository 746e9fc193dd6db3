import { foldText } from '../../../../lib/typed-text/typed-text.ts'
import { invalid, type TableRow } from './table.ts'

/** Titles that name each column, reduced to letters and digits. */
const titles = {
  email: 'email mail emailaddress emailadresse mailaddress mailadresse emailid',
  name: 'name fullname vollername vollstandigername displayname anzeigename',
  firstName: 'firstname givenname forename vorname rufname',
  lastName: 'lastname surname familyname nachname familienname zuname',
  course: 'course courseslug kurs kursslug',
  cohort: 'cohort kohorte gruppe',
  endsAt:
    'endsat endson ends end enddate accessends expires expirydate validuntil until ' +
    'ende endetam enddatum kursende ablaufdatum bis gultigbis',
} as const
export type Column = keyof typeof titles
export const columnNames = Object.keys(titles) as Column[]

const columnOf = new Map(
  columnNames.flatMap((column) => titles[column].split(' ').map((title) => [title, column])),
)

const knownColumns = 'A list has a column "email", and may have name, course, cohort and endsAt'

export interface ReadColumns {
  /** The column at each place of a row; undefined where nothing is read. */
  order: (Column | undefined)[]
  /** Titles as the file spells them. */
  columns: { title: string; readAs: Column }[]
  unused: string[]
}

/**
 * Recognizes columns by their titles. Unknown ones are ignored; two with the same meaning are
 * refused, because nobody knows which one is meant.
 *
 * @throws InvalidFields
 */
export function readColumns(
  { line, cells }: TableRow,
  { hasCourse }: { hasCourse: boolean },
): ReadColumns {
  const found = cells.map((cell) => {
    const title = cell.trim().slice(0, 100)
    return { title, readAs: columnOf.get(foldText(title).replace(/[^\p{L}\p{N}]/gu, '')) }
  })
  // Beside first names, "Name" is the last one.
  const hasLast = found.some(({ readAs }) => readAs === 'lastName')
  if (!hasLast && found.some(({ readAs }) => readAs === 'firstName'))
    for (const column of found) if (column.readAs === 'name') column.readAs = 'lastName'

  const columns = found.filter((one): one is ReadColumns['columns'][number] => !!one.readAs)
  const called = (column: Column) => columns.filter(({ readAs }) => readAs === column)
  const twice = columnNames.map(called).find(({ length }) => length > 1)
  if (twice !== undefined) {
    const [one, other] = twice.map(({ title }) => `"${title}"`)
    throw invalid(line, `has two columns for the same, ${one} and ${other}: remove one of them`)
  }
  const needed: Column[] = hasCourse ? ['email'] : ['email', 'course']
  const missing = needed.find((column) => called(column).length === 0)
  if (missing !== undefined) throw invalid(line, `has no column ${missing}. ${knownColumns}`)
  const unused = found.filter(({ title, readAs }) => readAs === undefined && title !== '')
  return {
    order: found.map(({ readAs }) => readAs),
    columns,
    unused: unused.map(({ title }) => title),
  }
}
