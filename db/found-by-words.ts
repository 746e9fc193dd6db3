import type { Db } from './postgres/client.ts'
import { runNamed, runPlanned } from './postgres/named-statement.ts'

/** What a search by words looks for. */
export interface WordSearch {
  /** All of these words, each in its spellings; none: the newest. */
  words: readonly string[][]
  /** The one thing with this id, in place of words. */
  id?: string | undefined
  limit: number
}

/** A table that is searched. All SQL: `from` may join, and `id` rises with time. */
interface Searched {
  /** The name of the statement by id. */
  name: string
  from: string
  id: string
  where?: string
  /** The folded text that has the words. */
  text: string
  select: string
  /** The rows that a trigram index finds, where it is not on `text`. */
  indexed?: { from: string; id: string; text: string; where?: string }
  /** Parameters of `from` and `where`, from $2 on. */
  values?: unknown[]
  search: WordSearch
}

/** How many of the newest rows are looked at, and then how many of those that the index finds. */
export const lookedAtAtMost = 3_000

/** Returns patterns of LIKE: one or two characters only begin a word. */
export function patternsOf(spellings: readonly string[]): string[] {
  return spellings.map((word) => {
    const literal = word.replace(/[\\%_]/g, '\\$&')
    return [...word].length < 3 ? `% ${literal}%` : `%${literal}%`
  })
}

/** Whether trigrams narrow a search for the word: one or two Latin letters begin too many. */
export function isIndexed(word: string): boolean {
  return /[\p{L}\p{N}]{3}|[^\p{ASCII}]/u.test(word) && /[\p{L}\p{N}]/u.test(word)
}

/**
 * Finds rows by words, newest first: among the newest ones, and if these are too few, by an index.
 * No search costs more because the table is larger.
 */
export async function findByWords<Row>(
  db: Db,
  {
    name,
    from,
    id,
    where = 'true',
    text,
    select,
    values = [],
    search: { words, id: only, limit },
    indexed = { from, id, text, where },
  }: Searched,
): Promise<Row[]> {
  if (only !== undefined)
    return runNamed<Row>(db, {
      name: `${name}_by_id`,
      text: `select ${select} from ${from} where ${id} = $1::uuid and ${where}`,
      values: [only, ...values],
    })
  const first = 2 + values.length
  const has = (searched: string, which: readonly string[][]) =>
    words
      .map((word, at) => ({ word, parameter: `$${first + at}::text[]` }))
      .filter(({ word }) => which.includes(word))
      .map(({ parameter }) => ` and ${searched} like any(${parameter})`)
      .join('')
  const byIndex = words.filter((spellings) => spellings.every(isIndexed))
  const far = `
    union select found.id from (
      select ${indexed.id} as id from ${indexed.from}
      where (select count(*) from near) < $1 and ${indexed.where ?? 'true'}${has(indexed.text, byIndex)}
      limit ${lookedAtAtMost}) found`
  // With a space before the text, its first word begins like all others.
  const searched = `' ' || ${text}`
  return runPlanned<Row>(db, {
    text: `
      with near as (
        select looked.id from (
          select ${id} as id, ${searched} as searched from ${from} where ${where}
          order by ${id} desc limit ${lookedAtAtMost}) looked
        where true${has('looked.searched', words)} order by looked.id desc limit $1)
      select row.* from (select id from near${byIndex.length > 0 ? far : ''}) hit
      cross join lateral (
        select ${select} from ${from}
        where ${id} = hit.id and ${where}${has(`(${searched})`, words)} limit 1) row
      order by hit.id desc limit $1`,
    values: [limit, ...values, ...words.map(patternsOf)],
  })
}
