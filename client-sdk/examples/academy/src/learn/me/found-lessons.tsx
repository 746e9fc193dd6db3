import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { TextLink } from '../../ui/link.tsx'
import { List, useList } from '../../ui/list.tsx'

export function FoundLessons({ q }: { q: string }) {
  const query = useList(lyceum.search.lessons, { q })
  return (
    <>
      <p className="mb-4 flex flex-wrap items-center gap-x-4" role="status">
        {query.data && t('search.found', { count: query.data.length, q })}
        <TextLink to="/learning">{t('search.back')}</TextLink>
      </p>
      <List query={query} empty={t('search.nothing')}>
        {(lessons) => (
          <ul className="flex max-w-3xl flex-col gap-5">
            {lessons.map(({ id, title, course, snippet }) => (
              <li key={id}>
                <h2 className="text-lg font-semibold">
                  <TextLink
                    to="/course/$course/lesson/$lesson"
                    params={{ course: course.slug, lesson: id }}
                  >
                    <bdi>{title}</bdi>
                  </TextLink>
                </h2>
                <p className="text-sm text-muted">
                  <bdi>{course.title}</bdi>
                </p>
                <p dir="auto">
                  {snippet.map(({ text, isMatch }, index) => {
                    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, in order.
                    return isMatch ? <mark key={index}>{text}</mark> : text
                  })}
                </p>
              </li>
            ))}
          </ul>
        )}
      </List>
    </>
  )
}
