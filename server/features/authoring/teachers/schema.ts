import { z } from 'zod'
import { exampleIds, field, IdInPath, named, namedInput, text } from '../../../../lib/schema.ts'

/** Bytes of a picture: enough for 512 pixels each way, small enough for every visitor. */
export const maxPortraitBytes = 100_000
/** On a side; pages show fewer. */
export const maxPortraitPixels = 1_024

const courseId = field(IdInPath, 'Id of the course', exampleIds.course)

export const TeacherProfile = named('TeacherProfile', 'How pages of courses show you', {
  shown: z.boolean().describe('Whether the page of this course shows you as a teacher'),
  biography: field(z.string().nullable(), 'About you; null: nothing', 'Sails since 1999.'),
  picture: field(
    z.string().nullable(),
    'Address of your picture that works for a few minutes; null without one',
    null,
  ),
})
export type TeacherProfile = z.infer<typeof TeacherProfile>

export const TeacherInput = z.strictObject({ courseId })
export type TeacherInput = z.infer<typeof TeacherInput>

export const UpdateTeacherInput = namedInput('UpdateTeacherInput', 'What to change', {
  courseId,
  shown: z.boolean().optional().describe('Whether the page of this course shows you'),
  biography: field(
    text(1_000).nullable().optional(),
    'About you, on the pages of all courses that show you; null: nothing',
    'Sails since 1999.',
  ),
  picture: z
    .string()
    .max(Math.ceil((maxPortraitBytes / 3) * 4) + 100)
    .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/)
    .nullable()
    .optional()
    .meta({
      description:
        'A PNG, JPEG or WebP as a `data:` URL, at most 100 kB and 1,024 pixels on a side; null ' +
        'removes what is there. What else the file tells, such as where it was taken, is for you ' +
        'to take out',
      examples: ['data:image/png;base64,iVBORw0KGgo='],
    }),
})
export type UpdateTeacherInput = z.infer<typeof UpdateTeacherInput>
