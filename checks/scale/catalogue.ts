import { sql } from 'drizzle-orm'
import {
  type CatalogueSearch,
  findCourses,
} from '../../db/queries/courses/catalogue/find-courses.ts'
import { findCourse, listPublishedCourses } from '../../db/queries/courses/courses/courses.ts'
import { findLessons } from '../../db/queries/courses/search/find-lessons.ts'
import { readQuery } from '../../lib/search/read-query.ts'
import { publishCourse } from '../../server/features/authoring/import/publish-course.ts'
import { typos } from '../../server/features/courses/catalogue/typos.ts'
import { indexLessons } from '../../server/features/courses/search/index-lessons.ts'
import { courseContent } from '../../server/test/given.ts'
import { switchablePrinter } from '../../server/test/printers.ts'
import { madeLesson } from '../bench/school.ts'
import { numberAfter } from '../bench/setting.ts'
import { secondsSince, timesOf } from '../bench/times.ts'
import { openPlace, type Place } from '../support/place.ts'
import { report, say } from '../support/say.ts'
import { judge, type Scale } from './judge.ts'

/*
 * Fills a catalogue in six languages and measures its statements: `--lessons 100 --runs 40`. Fails
 * when a misspelled word does not find its course, too.
 */
const lessonCount = numberAfter('--lessons', 100)
const runs = numberAfter('--runs', 40)
const languages = ['en', 'de', 'fr', 'es', 'tr', 'zh']
const syllables = ['ka', 'mor', 'ti', 'len', 'su', 'bra', 'no', 'vel', 'dur', 'pi', 'gan', 'ost']

let seed = 7
function random(below: number): number {
  seed = (seed * 48_271) % 2_147_483_647
  return seed % below
}

function words(count: number): string {
  const word = () =>
    Array.from({ length: 2 + random(3) }, () => syllables[random(syllables.length)]).join('')
  return Array.from({ length: count }, word).join(' ')
}

function characters(count: number): string {
  return Array.from({ length: count }, () => String.fromCodePoint(0x4e00 + random(600))).join('')
}

function contentOf(number: number) {
  const language = languages[number % languages.length] ?? 'en'
  const textOf = (count: number) => (language === 'zh' ? characters(2 * count) : words(count))
  const misspelled = Object.keys(typos)[number]
  const content = courseContent({
    slug: `course-${number}`,
    title: misspelled === undefined ? textOf(4) : `All about ${misspelled}`,
    language: misspelled === undefined ? language : 'en',
    price: { amount: number % 3 === 0 ? 0 : number, currency: 'USD' },
  })
  const lessons = Array.from({ length: lessonCount }, (_, index) => ({
    ...madeLesson(index),
    title: textOf(4),
    content: textOf(200),
  }))
  const shown = {
    summary: textOf(20),
    categories: [`topic-${number % 20}`],
    tags: [`tag-${number % 50}`],
  }
  return { ...content, ...shown, sections: [{ title: 'All', lessons }] }
}

const searched = [
  'catalogue_entries',
  'catalogue_words',
  'courses',
  'course_versions',
  'lesson_revisions',
  'lesson_documents',
]

async function fill({ deps, given }: Place, courseCount: number): Promise<string> {
  for (const table of searched)
    await deps.db.execute(sql.raw(`alter table ${table} set (autovacuum_enabled = false)`))
  const began = performance.now()
  for (let number = 0; number < courseCount; number++) await publishCourse(deps, contentOf(number))
  await indexLessons(deps)
  say('filled', `${courseCount} courses of ${lessonCount} lessons in ${secondsSince(began)} s`)
  const reader = await given.learner()
  for (let number = 0; number < Math.min(20, courseCount); number++) {
    const slug = `course-${number}`
    await given.enrollment(reader, { slug })
    // Indexes all texts: the round above stops after some seconds.
    await indexLessons(deps, { courseId: (await findCourse(deps.db, { slug }))?.id ?? '' })
  }
  return reader.id
}

export async function searchCatalogue(scale: Scale): Promise<void> {
  await using place = await openPlace('catalogue')
  // Titles may have any characters: none of them is printed here.
  const deps = { ...place.deps, printer: switchablePrinter({ available: false }) }
  const readerId = await fill({ ...place, deps }, scale.rows)
  const base = { limit: 21, readerId, after: undefined, sort: 'newest' } as const
  const find = (more: Partial<CatalogueSearch>) =>
    findCourses(deps.db, { ...base, query: undefined, ...more })
  async function measure(name: string, once: () => Promise<unknown>): Promise<void> {
    await timesOf(6, once)
    judge(name, await timesOf(runs, once), scale)
  }
  const misspelled = Object.values(typos)
  // A new school has no statistics for a minute: plans must do without.
  for (const statistics of ['none', 'of now']) {
    if (statistics === 'of now') await deps.db.execute(sql`analyze`)
    say('statistics', statistics)
    await measure('list', () =>
      listPublishedCourses(deps.db, { before: undefined, limit: 21, readerId }),
    )
    for (const sort of ['newest', 'title', 'price', 'popular'] as const)
      await measure(`sorted by ${sort}`, () => find({ sort }))
    await measure('filters', () => find({ category: 'topic-3', language: 'de', price: 'paid' }))
    await measure('a word', () => find({ sort: 'relevance', query: readQuery(words(1)) }))
    await measure('two words', () => find({ sort: 'relevance', query: readQuery(words(2)) }))
    await measure('a misspelled word', () =>
      find({ sort: 'relevance', query: readQuery(misspelled[random(misspelled.length)] ?? '') }),
    )
    await measure('Chinese', () => find({ sort: 'relevance', query: readQuery(characters(2)) }))
    await measure('deep page', () =>
      find({ sort: 'title', after: { value: 'ti', id: '019a9c3e-61f0-7b52-8a3e-2d9c4b7e1c02' } }),
    )
    await measure('texts of 20 courses', () => {
      const reader = { userId: readerId, now: deps.now() }
      return findLessons(deps.db, {
        ...readQuery(words(1)),
        ...reader,
        after: undefined,
        limit: 21,
      })
    })
  }
  let found = 0
  for (const [word, typo] of Object.entries(typos)) {
    const query = readQuery(typo)
    const [first] = await find({ sort: 'relevance', query })
    if (first?.title === `All about ${word}`) found += 1
  }
  report(found === misspelled.length, 'misspelled words', `${found} of ${misspelled.length} found`)
}
