import {
  countLearnersOfEntries,
  deleteUnusedWords,
  listStaleEntries,
} from '../../../../db/queries/courses/catalogue/entries.ts'
import {
  insertDocuments,
  insertTranscripts,
  listUnindexedBodies,
} from '../../../../db/queries/courses/search/documents.ts'
import { foundBegins, foundEnds } from '../../../../db/queries/courses/search/find-lessons.ts'
import {
  configurationOf,
  foldForSearch,
  hasUnspacedWords,
  wordsToFind,
} from '../../../../lib/search/search-words.ts'
import type { Deps } from '../../../context.ts'
import { forEachDue } from '../../platform/postponed/for-each-due.ts'
import { refreshEntry } from '../catalogue/refresh-entry.ts'

type IndexDeps = Pick<Deps, 'db' | 'withTransaction' | 'jobs' | 'log' | 'now'>

const sliceMilliseconds = 20_000
const bodiesAtOnce = 20
const entriesAtOnce = 50
/** PostgreSQL takes a megabyte of words from one text, each perhaps in two spellings. */
const maxLength = 180_000

const marks = new RegExp(`[${foundBegins}${foundEnds}]`, 'gu')

/** Schedules indexing of what an earlier release published. */
export async function planIndexing({ db, jobs, now }: IndexDeps): Promise<void> {
  const isMissing =
    (await listStaleEntries(db, { now: now(), limit: 1 })).length > 0 ||
    (await listUnindexedBodies(db, { courseId: undefined, limit: 1 })).length > 0
  if (isMissing) await jobs.enqueue(db, 'index-lessons', {})
}

/**
 * Indexes lessons by their texts: those of a course, or all that are not indexed yet. Killed at any
 * point, the next job takes the rest; two at once do nothing twice.
 */
export async function indexLessons(
  deps: IndexDeps,
  { courseId }: { courseId?: string } = {},
): Promise<void> {
  const end = performance.now() + sliceMilliseconds
  if (courseId === undefined) await refreshEntries(deps, end)
  for (let last = bodiesAtOnce; last === bodiesAtOnce; ) {
    if (performance.now() > end) {
      await deps.jobs.enqueue(deps.db, 'index-lessons', courseId === undefined ? {} : { courseId })
      return
    }
    last = await indexSome(deps, courseId)
  }
}

async function refreshEntries(deps: IndexDeps, end: number): Promise<void> {
  await forEachDue(deps, {
    task: 'refresh-entry',
    list: () => listStaleEntries(deps.db, { now: deps.now(), limit: entriesAtOnce }),
    limit: entriesAtOnce,
    idOf: (courseId) => courseId,
    work: (courseId) => deps.withTransaction((db) => refreshEntry({ ...deps, db }, courseId)),
    milliseconds: end - performance.now(),
  })
  await countLearnersOfEntries(deps.db)
  await deleteUnusedWords(deps.db)
}

async function indexSome({ db }: IndexDeps, courseId: string | undefined): Promise<number> {
  const bodies = await listUnindexedBodies(db, { courseId, limit: bodiesAtOnce })
  const documents = bodies.map(({ sha256, content, language }) => {
    const configuration = configurationOf(language)
    const text = content.slice(0, maxLength).replace(marks, '')
    const words = wordsToFind(text, configuration)
    const searched = hasUnspacedWords(text) ? foldForSearch(text) : null
    return { bodySha256: sha256, configuration, words, searched }
  })
  const transcripts = bodies.filter(({ isTranscript }) => isTranscript)
  if (transcripts.length > 0) await insertTranscripts(db, transcripts)
  if (documents.length > 0) await insertDocuments(db, documents)
  return bodies.length
}
