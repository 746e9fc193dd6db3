import type { Api } from '../../../test/api.ts'
import { givenTeam, type Team } from '../../../test/authoring.ts'
import type { GitHost, TestRepository } from '../../../test/git-host.ts'
import type { CourseSource } from './schema.ts'

/** Returns a course of two lessons and a picture, as a repository holds it. */
export function courseFiles(terms: { title?: string; slug?: string } = {}): Record<string, string> {
  const { title = 'Knots that hold', slug = 'knots' } = terms
  return {
    'course.yaml': `slug: ${slug}
title: ${title}
summary: Tie what holds.
language: en
price:
  amount: 0
  currency: USD
sections:
  - title: All
    lessons:
      - key: bowline
        file: bowline.md
      - key: hitch
        file: hitch.md
`,
    'bowline.md': '# The bowline\n\n![Rope](img/rope.svg)\n\nIt does not slip.\n',
    'hitch.md': '# The clove hitch\n\nIt slips.\n',
    'img/rope.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
  }
}

export interface GitCourse extends Team {
  repository: TestRepository
}

/** Creates a course that nobody has written yet, and a repository with content for it. */
export async function givenRepository(api: Api, host: GitHost): Promise<GitCourse> {
  const team = await givenTeam(api)
  const repository = await host.repository(team.slug)
  await repository.commit(courseFiles(), 'Begin')
  return { ...team, repository }
}

/** Returns the source once no sync runs or waits. */
export async function syncedAt(
  api: Api,
  { courseId, owner }: Pick<GitCourse, 'courseId' | 'owner'>,
): Promise<CourseSource> {
  for (const before = Date.now(); Date.now() - before < 20_000; ) {
    const source = await api.as(owner).sources.get.query({ courseId })
    if (!source.isSyncing) return source
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The sync did not end.')
}

/** Sets the source, waits for the sync, and returns the result. */
export async function setAndSync(
  api: Api,
  course: GitCourse,
  settings: { outcome?: 'draft' | 'publish'; credential?: string | null } = {},
): Promise<CourseSource & { secret: string }> {
  const { courseId, owner, repository } = course
  const { hookSecret } = await api
    .as(owner)
    .sources.set.mutate({ courseId, url: repository.url, takeOver: true, ...settings })
  return { ...(await syncedAt(api, course)), secret: hookSecret ?? '' }
}
