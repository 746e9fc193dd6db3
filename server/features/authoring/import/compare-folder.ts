import { termsOf } from '../../../../content/course-fields.ts'
import type { CourseContent } from '../../../../content/draft.ts'
import type { Deps } from '../../../context.ts'
import { toComparedContent } from '../impact/compared-content.ts'
import type { ComparedContent } from '../impact/types.ts'

/** Returns the content of a folder as it would be published, before it is a draft. */
export function comparedFolder(
  db: Deps['db'],
  courseId: string,
  content: CourseContent,
): Promise<ComparedContent> {
  const { sections } = content
  return toComparedContent(db, {
    courseId,
    revision: 0,
    baseVersion: null,
    terms: termsOf(content),
    sections: sections.map((section) => ({
      title: section.title,
      lessons: section.lessons.map((lesson) => ({
        ...lesson,
        formerKeys: lesson.formerKeys ?? [],
        details: lesson.details ?? null,
        bodySha256: null,
        revision: 0,
      })),
    })),
    files: content.files ?? {},
    writers: [],
    review: {
      requestedBy: null,
      requestedAt: null,
      approvedBy: null,
      approvedAt: null,
      approvedRevision: null,
    },
    publishedFormerKeys: [],
  })
}
