import type { Lesson, Note } from '@lyceum/sdk'
import { lazyRouteComponent as part } from '@tanstack/react-router'
import { Suspense, useRef, useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { typed } from '../../offline/typed.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton, Button } from '../../ui/button.tsx'
import { useList } from '../../ui/data/list.tsx'
import { ReportFlaw } from '../flaws/report-flaw.tsx'
import type { Draft } from './note-dialog.tsx'
import { leadTo, momentIn, type NotePlace } from './note-place.ts'
import { useMarked, useMarks } from './use-marks.ts'
import './notes.css'

// Dialogs are large, and most readers open none.
const NoteDialog = part(() => import('./note-dialog.tsx'), 'NoteDialog')
const NoteEntry = part(() => import('./note-entry.tsx'), 'NoteEntry')

/** The same at each drawing, so that nothing is marked again and again while notes load. */
const none: readonly Note[] = []

/** The reader's own notes and bookmarks at a lesson, marked in its text, and what is wrong with it. */
export function LessonNotes({ lesson }: { lesson: Lesson }) {
  const { id: lessonId } = lesson
  const section = useRef<HTMLElement>(null)
  const { data: notes = none } = useList(lyceum.notes.list, { lessonId, limit: 100 }, { all: 500 })
  const lost = useMarks(section, notes)
  const marked = useMarked(section)
  const kept = `note.${lessonId}`
  const [draft, setDraft] = useState<Draft>()
  const placeNow = (): NotePlace => marked?.anchor ?? momentIn(section.current)
  const flawNow = () => {
    const { quote, seconds } = placeNow()
    // Reports quote in one line.
    return { quote: quote?.replaceAll(/\s+/g, ' ').trim() || undefined, seconds }
  }
  const begin = () => setDraft({ noteId: crypto.randomUUID(), text: '', place: placeNow() })
  const unsent = draft === undefined ? typed.get<Draft>(kept) : undefined
  const buttons = (
    <>
      <Button onClick={begin}>{t('notes.add')}</Button>
      <ActionButton
        name="notes.bookmark"
        run={() =>
          lyceum.notes.save.mutate({ noteId: crypto.randomUUID(), lessonId, ...placeNow() })
        }
      />
    </>
  )
  return (
    <section
      ref={section}
      aria-label={t('notes.title')}
      className="flex flex-col gap-3 border-t border-line pt-4"
    >
      <div className="flex flex-wrap items-center gap-2">
        <div
          role="toolbar"
          aria-label={t('notes.title')}
          className="flex flex-wrap items-center gap-2"
          onPointerDown={keepMarking}
        >
          {buttons}
          {unsent !== undefined && (
            <Button look="quiet" onClick={() => setDraft(unsent)}>
              {t('notes.goOn')}
            </Button>
          )}
        </div>
        <span className="ms-auto" onPointerDown={keepMarking}>
          <ReportFlaw lessonId={lessonId} at={flawNow} />
        </span>
      </div>
      {marked !== undefined && draft === undefined && (
        <div
          role="toolbar"
          aria-label={t('notes.marked')}
          className="fixed z-20 flex max-w-[calc(100vw-1rem)] flex-wrap gap-2 rounded-lg border border-line bg-paper p-1 shadow-raised"
          style={{ insetBlockStart: marked.below, insetInlineStart: marked.from }}
          onPointerDown={keepMarking}
        >
          {buttons}
          <ReportFlaw lessonId={lessonId} at={flawNow} />
        </div>
      )}
      {notes.length > 0 && (
        <ul className="flex flex-col gap-3">
          {notes.map((note) => (
            <li key={note.id} id={`note-${note.id}`}>
              <Suspense>
                <NoteEntry
                  note={note}
                  isLost={lost.has(note.id)}
                  onShow={() => leadTo(section.current, note)}
                  onChange={() => setDraft(draftOf(note))}
                />
              </Suspense>
            </li>
          ))}
        </ul>
      )}
      {draft && (
        <Suspense>
          <NoteDialog
            key={draft.noteId}
            lessonId={lessonId}
            draft={draft}
            keptAs={kept}
            onClose={() => setDraft(undefined)}
          />
        </Suspense>
      )}
    </section>
  )
}

/** A click would end the marking that it is about. */
const keepMarking = (event: React.PointerEvent) => event.preventDefault()

function draftOf({ id: noteId, text, quote, prefix, suffix, seconds }: Note): Draft {
  const words = quote !== null && { quote, prefix: prefix ?? '', suffix: suffix ?? '' }
  return { noteId, text: text ?? '', place: words || (seconds === null ? {} : { seconds }) }
}
