import { lyceum } from '../../lyceum.ts'
import { withoutMarkup } from '../../markdown/without-markup.ts'
import { t } from '../../texts/texts.ts'
import { List, useList } from '../../ui/data/list.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Section } from '../../ui/page.tsx'
import { toLesson } from '../courses/links.ts'

/** Lessons of the reader's courses with these words, and the questions on them. */
export function Found({ q }: { q: string }) {
  return (
    <>
      <FoundLessons q={q} />
      <FoundThreads q={q} />
    </>
  )
}

function FoundLessons({ q }: { q: string }) {
  const query = useList(lyceum.search.lessons, { q })
  return (
    <>
      <p className="mb-4" role="status">
        {query.data && t('search.found', { count: query.data.length, q })}
      </p>
      <List
        query={query}
        empty={t('search.nothing')}
        className="flex max-w-3xl flex-col gap-5"
        each={({ id, title, course, snippet }) => (
          <>
            <h2 className="text-lg font-semibold">
              <TextLink {...toLesson(course.slug, id)}>
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
          </>
        )}
      />
    </>
  )
}

function FoundThreads({ q }: { q: string }) {
  const query = useList(lyceum.search.threads, { q })
  if (!query.data?.length) return null
  return (
    <Section title={t('search.threads')}>
      <List
        query={query}
        className="flex max-w-3xl flex-col gap-5"
        each={({ id, text, lesson, course }) => (
          <>
            <TextLink {...toLesson(course.slug, lesson.id)} hash={`question-${id}`}>
              <bdi>{withoutMarkup(text)}</bdi>
            </TextLink>
            <p className="text-sm text-muted">
              <bdi>{course.title}</bdi> · <bdi>{lesson.title}</bdi>
            </p>
          </>
        )}
      />
    </Section>
  )
}
