import { findEntrySource, putEntry } from '../../../db/queries/learning/catalogue/entries.ts'
import type { Deps } from '../../context.ts'
import { configurationOf, foldText, misspellingsOf, toWords } from '../../lib/search-words.ts'

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
  const searched = foldText([title, described, titles].join('\n'))
  await putEntry(db, {
    ...entry,
    courseId,
    title: foldText(title),
    language,
    categories,
    tags,
    configuration,
    words: {
      title: toWords(title, configuration),
      summary: toWords(described, configuration),
      lessons: toWords(titles, configuration),
    },
    searched,
    misspellings: misspellingsOf(searched),
    madeAt: now(),
  })
}
