import {
  listReports,
  listShownAnswers,
  type PostReader,
  type PostRow,
  type ThreadRow,
} from '../../../../db/queries/learning/threads.ts'
import type { Deps } from '../../../context.ts'
import type { Thread, ThreadPost } from './schema.ts'

/** Whose eyes a post is shown to. */
export interface Shown {
  reader: PostReader
  /** Whether learners see no names but those of teachers. */
  isAnonymous: boolean
}

/** Shows questions, each with the answer that was accepted. */
export async function showThreads(
  { db }: Pick<Deps, 'db'>,
  threads: readonly ThreadRow[],
  shown: Shown,
): Promise<Thread[]> {
  const ids = threads.flatMap(({ acceptedId }) => acceptedId ?? [])
  const accepted = ids.length === 0 ? [] : await listShownAnswers(db, { ids, ...shown.reader })
  const posts = await showPosts({ db }, [...threads, ...accepted], shown)
  const postOf = (id: string | null) => posts.find((post) => post.id === id) ?? null
  return threads.flatMap((thread) => {
    const { courseId, lessonKey: key, lessonTitle: title, isTheirs, settledAt } = thread
    const post = postOf(thread.id)
    if (post === null) return []
    return {
      ...post,
      ...{ courseId, lesson: { key, title }, answers: thread.shownAnswers },
      accepted: postOf(thread.acceptedId),
      waits: settledAt === null,
      mayAccept: isTheirs || post.isYours,
      mayDecide: isTheirs,
    }
  })
}

/** Shows posts; reports of them to their teachers alone. */
export async function showPosts(
  { db }: Pick<Deps, 'db'>,
  posts: readonly PostRow[],
  shown: Shown,
): Promise<ThreadPost[]> {
  const reported = posts.filter(({ isTheirs, reportedAt }) => isTheirs && reportedAt !== null)
  const reports =
    reported.length === 0
      ? []
      : await listReports(
          db,
          reported.map(({ id }) => id),
        )
  return posts.map((post) => ({
    ...showPost(post, shown),
    reports: reports.flatMap(({ postId, reason, reportedAt }) =>
      postId === post.id && reportedAt >= (post.reportedAt ?? reportedAt)
        ? { reason, at: reportedAt.toISOString() }
        : [],
    ),
  }))
}

function showPost(post: PostRow, { reader, isAnonymous }: Shown): Omit<ThreadPost, 'reports'> {
  const { id, text, name, createdBy, isAsker, isStaff, isTheirs, hiddenAt, hiddenReason } = post
  const isYours = createdBy === reader.userId
  const isNamed = isTheirs || isYours || isStaff || !isAnonymous
  return {
    ...{ id, text, isYours, isAsker, isTeacher: isStaff },
    name: isNamed ? name : null,
    userId: isTheirs ? createdBy : null,
    postedAt: post.createdAt.toISOString(),
    hidden: hiddenAt === null ? null : { at: hiddenAt.toISOString(), reason: hiddenReason ?? '' },
  }
}
