import type { Db } from './postgres/client.ts'
import { runPlanned } from './postgres/named-statement.ts'

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
  from: string
  id: string
  where?: string
  /** The folded text that has the words. */
  text: string
  select: string
  /** The rows that a trigram index finds, where it is not on `text`. */
  indexed?: { from: string; id: string; text: string }
  /** Parameters of `from` and `where`, from $3 on. */
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
  { from, id, where = 'true', text, select, values = [], search, indexed }: Searched,
): Promise<Row[]> {
  const words = search.id === undefined ? search.words : []
  const first = 3 + values.length
  const has = (searched: string, which = words) =>
    words
      .map((word, at) => ({ word, parameter: `$${first + at}::text[]` }))
      .filter(({ word }) => which.includes(word))
      .map(({ parameter }) => ` and ${searched} like any(${parameter})`)
      .join('')
  const byIndex = words.filter((spellings) => spellings.every(isIndexed))
  const rare = indexed ?? { from, id, text }
  const far = `
    union select found.id from (
      select ${rare.id} as id from ${rare.from}
      where (select count(*) from near) < $1 and ${indexed ? 'true' : where}${has(rare.text, byIndex)}
      limit ${lookedAtAtMost}) found`
  // With a space before the text, its first word begins like all others.
  const searched = `' ' || ${text}`
  return runPlanned<Row>(db, {
    text: `
      with near as (
        select looked.id from (
          select ${id} as id, ${searched} as searched from ${from}
          where ($2::uuid is null or ${id} = $2) and ${where}
          order by ${id} desc limit ${lookedAtAtMost}) looked
        where true${has('looked.searched')} order by looked.id desc limit $1)
      select row.* from (select id from near${byIndex.length > 0 ? far : ''}) hit
      cross join lateral (
        select ${select} from ${from}
        where ${id} = hit.id and ${where}${has(`(${searched})`)} limit 1) row
      order by hit.id desc limit $1`,
    values: [search.limit, search.id ?? null, ...values, ...words.map(patternsOf)],
  })
}
