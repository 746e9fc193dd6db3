import {
  deleteNote as deleteRow,
  findNote,
  insertNote,
  listNotes as listRows,
  type NoteRow,
  updateNote,
} from '../../../../db/queries/learning/notes.ts'
import { lockUser } from '../../../../db/queries/people/users/users.ts'
import { isInstant, toSortedPage } from '../../../../lib/lists/sorted-pages.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import { inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { requirePlace } from '../../../errors/require-place.ts'
import { openLesson } from '../../courses/lessons/open-lesson.ts'
import { type ListNotesInput, mostNotes, type Note, type SaveNoteInput } from './schema.ts'

/**
 * Writes a note at a lesson that the caller may read, or changes one that is there. Sent twice it
 * is written once, as its id is the caller's.
 * @throws LessonNotFound, NotEnrolled, LessonLocked, TooManyNotes
 */
export async function saveNote(
  ctx: UserContext,
  { noteId: id, lessonId, ...written }: SaveNoteInput,
): Promise<Note> {
  const at = ctx.now()
  const userId = ctx.user.id
  const note = { userId, id, ...written }
  ctx.outcome.created = false
  // Changes it whatever became of the lesson: one's own words stay one's own.
  if (!(await updateNote(ctx.db, { ...note, updatedAt: at }))) {
    const lesson = await openLesson(ctx, lessonId)
    const of = { courseId: lesson.courseId, lessonKey: lesson.key, lessonId: lesson.id }
    await inTransaction(ctx, async ({ db }) => {
      // Of two at once the second counts the first, and finds it.
      await lockUser(db, userId)
      if (await updateNote(db, { ...note, updatedAt: at })) return
      const made = { ...note, ...of, createdAt: at, updatedAt: at }
      if (!(await insertNote(db, made, mostNotes))) throw new AppError('TooManyNotes')
      ctx.outcome.created = true
    })
  }
  const row = await findNote(ctx.db, { userId, id })
  if (row === undefined) throw new AppError('NoteNotFound')
  return toNote(row)
}

/** Lists the caller's notes and bookmarks, newest first. */
export async function listNotes(
  { db, user }: UserContext,
  { limit, cursor, ...chosen }: ListNotesInput,
) {
  const list = ['notes', chosen]
  const place = requirePlace(cursor, list, isInstant)
  const after = place && { value: String(place.value), id: place.id }
  const rows = await listRows(db, { userId: user.id, ...chosen, after, limit: limit + 1 })
  return toSortedPage(rows, {
    limit,
    list,
    place: ({ createdAt, id }) => ({ value: createdAt.toISOString(), id }),
    item: toNote,
  })
}

/** @throws NoteNotFound */
export async function deleteNote(
  { db, user }: UserContext,
  { noteId: id }: { noteId: string },
): Promise<{ id: string }> {
  if (!(await deleteRow(db, { userId: user.id, id }))) throw new AppError('NoteNotFound')
  return { id }
}

function toNote(row: NoteRow): Note {
  return withIsoDates(row)
}
