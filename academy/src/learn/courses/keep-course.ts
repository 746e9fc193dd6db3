import { type Course, isLyceumError } from '@lyceum/sdk'
import { queryClient } from '../../base/query-client.ts'
import { partsOf } from '../../lessons/lessons.ts'
import { lyceum } from '../../lyceum.ts'
import { forgetAnswers, forgetNamed, keepNamed, listNamed } from '../../offline/kept.ts'
import { isOwnFile, keepFile, keepOnly, markKept, pathOf } from '../../offline/kept-media.ts'
import { loadTexts } from '../../texts/texts.ts'
import { courseQuery, lessonQuery, statesQuery } from './queries.ts'

/** A course that its learner keeps on the device. */
export interface KeptCourse {
  courseId: string
  slug: string
  withVideos: boolean
  /** Paths and bytes of its files that are here. */
  paths: string[]
  bytes: number
  /** The number of files that could not be kept. */
  missing: number
}

const prefix = 'course '

export const keptCourses = () => listNamed<KeptCourse>(prefix)

interface KeepOptions {
  withVideos: boolean
  onProgress?: (done: number, count: number) => void
}

/** Keeps what can be read of a course now. Throws once the device is full. */
export async function keepCourse(
  course: Course,
  { withVideos, onProgress = () => undefined }: KeepOptions,
): Promise<KeptCourse> {
  const kept: KeptCourse = {
    ...{ courseId: course.id, slug: course.slug, withVideos },
    ...{ paths: [], bytes: 0, missing: 0 },
  }
  // With the parts of a lesson's page that come later.
  await Promise.all([
    loadTexts('player'),
    import('../lessons/lesson-address.ts'),
    import('../threads/lesson-threads.tsx'),
    import('../notes/lesson-notes.tsx'),
    import('../lessons/player-news.tsx'),
  ])
  const { sections } = await queryClient.fetchQuery({ ...courseQuery(course.slug), staleTime: 0 })
  await queryClient.fetchQuery(statesQuery(course.id))
  // Reading a video's lesson opens it, so those are left alone unless videos are wanted.
  const open = sections
    .flatMap(({ lessons }) => lessons)
    .filter(({ type, locks = [] }) => locks.length === 0 && (withVideos || type !== 'video'))
  for (const [at, { id, type }] of open.entries()) {
    onProgress(at, open.length)
    const [{ files }] = await Promise.all([
      queryClient.fetchQuery(lessonQuery(id)),
      partsOf(type).readAhead?.(),
    ])
    const wanted = files.filter((file) => withVideos || !/^(?:video|audio)\//.test(file.type))
    for (const { url, bytes } of wanted) {
      if (kept.paths.includes(pathOf(url))) continue
      if (await isKept(url)) {
        kept.paths.push(pathOf(url))
        kept.bytes += bytes
      } else kept.missing += 1
    }
  }
  await keepNamed(prefix + course.id, kept)
  markKept(true)
  await navigator.storage?.persist?.().catch(() => false)
  return kept
}

/** @throws QuotaExceededError */
async function isKept(url: string): Promise<boolean> {
  if (!isOwnFile(url)) return false
  try {
    await keepFile(url)
    return true
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') throw error
    return false
  }
}

/** Removes the files of a course; what was read of it stays as that of others does. */
export async function removeCourse(courseId: string): Promise<void> {
  await forgetNamed(prefix + courseId)
  await tidy()
}

/** Removes files that no kept course has, such as those of one that could not be kept whole. */
export async function tidy(): Promise<void> {
  const left = await keptCourses()
  await keepOnly(new Set(left.flatMap(({ paths }) => paths)))
  markKept(left.length > 0)
}

/** Reads kept courses again once there is a network, and forgets those whose access has ended. */
export async function renewKept(): Promise<void> {
  if (!navigator.onLine) return
  for (const { courseId, slug, withVideos } of await keptCourses()) {
    try {
      await lyceum.me.courseSize.query({ courseId })
      await keepCourse(await queryClient.fetchQuery(courseQuery(slug)), { withVideos })
    } catch (error) {
      if (isLyceumError(error) && (error.status === 403 || error.status === 404))
        await forgetCourse(courseId)
    }
  }
}

/** Forgets the course with all that was read of it. */
async function forgetCourse(courseId: string): Promise<void> {
  await forgetNamed(prefix + courseId)
  await tidy()
  // Answers have no course in their names: those of others are read again.
  await forgetAnswers(prefix)
}
