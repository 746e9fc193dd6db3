import { t } from '../texts/texts.ts'

const lessonOfApi = /^\/api\/v1\/courses\/([^/?#]+)\/lessons\/([^/?#]+)(?:#(.*))?$/

/** Links to lessons lead to their page, those within the text to its headings, others to new tabs. */
export function finishLinks(
  fragment: DocumentFragment,
  course: { id: string; slug: string } | undefined,
): void {
  for (const link of fragment.querySelectorAll('a')) {
    const href = link.getAttribute('href')
    const [isLesson, courseId = '', key, part] = lessonOfApi.exec(href ?? '') ?? []
    if (isLesson) {
      const name = courseId === course?.id ? course.slug : courseId
      link.href = `/course/${name}/lesson/${key}${part ? `#part-${part}` : ''}`
    } else if (href?.startsWith('#')) {
      link.href = `#part-${href.slice(1)}`
    } else if (href !== null) {
      link.target = '_blank'
      link.rel = 'noopener noreferrer'
      const hint = document.createElement('span')
      hint.className = 'sr-only'
      hint.textContent = ` ${t('markdown.newTab')}`
      link.append(hint)
    }
  }
}
