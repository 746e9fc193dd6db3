import { fieldEntries } from '../../../../content/course-fields.ts'
import {
  findEntrySource,
  insertWords,
  putEntry,
} from '../../../../db/queries/courses/catalogue/entries.ts'
import {
  configurationOf,
  foldForSearch,
  hasUnspacedWords,
  joinedIn,
  lexemesOf,
  longestMisspelled,
  shortestMisspelled,
  spellableOf,
  wordsToFind,
} from '../../../../lib/search/search-words.ts'
import type { Deps } from '../../../context.ts'

const longestSortedTitle = 200

/** Terms searched beside the title, which counts for more. */
const searchedTerms = fieldEntries.flatMap(([name, { isSearched }]) => (isSearched ? [name] : []))

/** Has the catalogue list a course by its current version, in the transaction that publishes it. */
export async function refreshEntry(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  courseId: string,
): Promise<void> {
  const source = await findEntrySource(db, courseId)
  if (source === undefined) return

  const { title, language, categories, tags, titles, version, level, minutes, lessons } = source
  const configuration = configurationOf(language)
  const described = searchedTerms.flatMap((name) => source[name] ?? []).join('\n')
  const whole = [title, described, titles].join('\n')
  const searched = foldForSearch(whole)
  await putEntry(db, {
    courseId,
    version,
    level,
    minutes,
    lessons,
    // Cuts the title: some letters fold to many, and a cursor holds it.
    title: [...foldForSearch(title)].slice(0, longestSortedTitle).join(''),
    language,
    categories,
    tags,
    configuration,
    words: {
      title: wordsToFind(title, configuration),
      described: wordsToFind(described, configuration),
      whole: wordsToFind(whole, configuration),
    },
    lexemes: {
      title: lexemesIn(foldForSearch(title)),
      described: lexemesIn(foldForSearch(described)),
      whole: lexemesIn(searched),
    },
    searched: hasUnspacedWords(searched) ? searched : null,
    madeAt: now(),
  })
  await insertWords(db, spellableOf(searched), { from: shortestMisspelled, to: longestMisspelled })
}

function lexemesIn(folded: string): string[] {
  return [...new Set([...lexemesOf(folded), ...joinedIn(folded)])]
}
