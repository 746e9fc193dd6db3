import { router, userProcedure } from '../../../trpc.ts'
import { deleteNote, listNotes, saveNote } from './notes.ts'
import * as schema from './schema.ts'

export const notesRouter = router({
  list: userProcedure
    .meta({
      route: 'GET /api/v1/me/notes',
      summary: 'List your notes and bookmarks, newest first',
      description: 'All of them, of a course or a lesson, or those with some words in them.',
      noStore: true,
    })
    .input(schema.ListNotesInput)
    .output(schema.NoteList)
    .query(({ ctx, input }) => listNotes(ctx, input)),

  save: userProcedure
    .meta({
      route: 'PUT /api/v1/me/notes/{noteId}',
      summary: 'Write a note, or change it',
      description:
        'At a lesson that you may read, at words of it or a second of its video. The id is one that ' +
        'you make: sent twice it is written once. Your words stay when the lesson is gone.',
      status: 201,
      statusWhenExisting: 200,
      meansWhenExisting: 'It was there, and is changed',
      errors: ['LessonNotFound', 'NotEnrolled', 'LessonLocked', 'NoteNotFound', 'TooManyNotes'],
      limits: ['notesPerAccount'],
      repeatable: true,
    })
    .input(schema.SaveNoteInput)
    .output(schema.Note)
    .mutation(({ ctx, input }) => saveNote(ctx, input)),

  delete: userProcedure
    .meta({
      route: 'DELETE /api/v1/me/notes/{noteId}',
      summary: 'Delete a note',
      errors: ['NoteNotFound'],
    })
    .input(schema.NoteInput)
    .output(schema.DeletedNote)
    .mutation(({ ctx, input }) => deleteNote(ctx, input)),
})
