import {
  findEntrySource,
  insertWords,
  putEntry,
} from '../../../../db/queries/courses/catalogue/entries.ts'
import type { Deps } from '../../../context.ts'
import {
  configurationOf,
  foldText,
  hasUnspacedWords,
  lexemesOf,
  longestMisspelled,
  shortestMisspelled,
  spellableOf,
  toWords,
} from '../../../lib/search/search-words.ts'

const longestSortedTitle = 200

/** Has the catalogue find a course by its current version, in the transaction that publishes it. */
export async function refreshEntry(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  courseId: string,
): Promise<void> {
  const source = await findEntrySource(db, courseId)
  if (source === undefined) return

  const { title, summary, language, authors, categories, tags, titles, ...entry } = source
  const configuration = configurationOf(language)
  const described = [summary, ...authors, ...categories, ...tags].join('\n')
  const whole = [title, described, titles].join('\n')
  const searched = foldText(whole)
  await putEntry(db, {
    ...entry,
    courseId,
    // Some letters fold to many, and a cursor holds it.
    title: [...foldText(title)].slice(0, longestSortedTitle).join(''),
    language,
    categories,
    tags,
    configuration,
    words: {
      title: toWords(title, configuration),
      described: toWords(described, configuration),
      whole: toWords(whole, configuration),
    },
    lexemes: {
      title: lexemesOf(foldText(title)),
      described: lexemesOf(foldText(described)),
      whole: lexemesOf(searched),
    },
    searched: hasUnspacedWords(searched) ? searched : null,
    madeAt: now(),
  })
  await insertWords(db, spellableOf(searched), { from: shortestMisspelled, to: longestMisspelled })
}
