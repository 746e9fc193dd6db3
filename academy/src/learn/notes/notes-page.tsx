import type { Note } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { NextStep } from '../../ui/button.tsx'
import { DownloadButton } from '../../ui/data/download-button.tsx'
import { ReadList } from '../../ui/data/list.tsx'
import { showInstant } from '../../ui/format.ts'
import { useFilters } from '../../ui/forms/filters.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'
import { toLesson } from '../courses/links.ts'
import { useMyCourses } from '../courses/queries.ts'
import { showTime } from '../lessons/show-time.ts'
import { NoteEntry } from './note-entry.tsx'

interface Chosen {
  search: string
  courseId: string
}

/** All notes and bookmarks of the reader, found again by course and words. */
export function NotesPage() {
  const courses = useMyCourses().map(({ courseId, title }) => [courseId, title])
  const { input, bar } = useFilters<Chosen>({
    search: 'text',
    courseId: Object.fromEntries(courses),
  })
  return (
    <Page
      title={t('notes.page')}
      lead={t('notes.lead')}
      actions={
        <DownloadButton label={t('notes.export')} name="notes.md" read={() => allAsText(input)} />
      }
    >
      {bar}
      <ReadList
        of={lyceum.notes.list}
        input={input}
        empty={<NextStep text={t('notes.none')} to="/learning" label={t('nav.learning')} />}
        className="flex max-w-3xl flex-col gap-6"
        each={(note) => (
          <article>
            <h2 className="text-lg font-semibold">
              {note.lessonId === null ? (
                <bdi>{note.lessonTitle}</bdi>
              ) : (
                <TextLink {...toLesson(note.courseId, note.lessonId)} hash={`note-${note.id}`}>
                  <bdi>{note.lessonTitle}</bdi>
                </TextLink>
              )}
            </h2>
            <p className="mb-2 text-sm text-muted">
              <bdi>{note.courseTitle}</bdi>
              {` · ${showInstant(note.createdAt)}`}
              {note.lessonId === null && ` · ${t('notes.gone')}`}
            </p>
            <NoteEntry note={note} />
          </article>
        )}
      />
    </Page>
  )
}

/** Reads all pages, and writes them as Markdown: course by course, lesson by lesson. */
async function allAsText(chosen: Partial<Chosen>): Promise<Blob> {
  const notes: Note[] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page = { ...chosen, limit: 100, ...(cursor !== undefined && { cursor }) }
    const { items, nextCursor } = await lyceum.notes.list.query(page)
    notes.push(...items)
    cursor = nextCursor
  }
  const lines = [...Map.groupBy(notes, ({ courseId }) => courseId).values()].flatMap((course) => [
    `# ${course[0]?.courseTitle}`,
    ...[...Map.groupBy(course, ({ lessonKey }) => lessonKey).values()].flatMap((lesson) => [
      `## ${lesson[0]?.lessonTitle}`,
      ...lesson.toReversed().map(asMarkdown),
    ]),
  ])
  return new Blob([`${lines.join('\n\n')}\n`], { type: 'text/markdown' })
}

function asMarkdown({ quote, seconds, text }: Note): string {
  const place = quote?.replaceAll(/^/gm, '> ') ?? (seconds === null ? '' : `(${showTime(seconds)})`)
  return [place, text ?? t('notes.bookmark')].filter(Boolean).join('\n\n')
}
