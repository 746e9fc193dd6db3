import { z } from 'zod'
import {
  changesShape,
  newTermsShape,
  termsShape,
  writtenShape,
} from '../../../../content/course-fields.ts'
import { courseRules, ruleChangesShape } from '../../../../content/course-rules.ts'
import { courseKinds, courseStatuses } from '../../../../content/course-values.ts'
import { Email } from '../../../../lib/email.ts'
import { CourseSlug } from '../../../../lib/fields/field-schemas.ts'
import { currencies } from '../../../../lib/money.ts'
import {
  exampleIds,
  field,
  Id,
  IdInPath,
  Instant,
  listOf,
  Money,
  named,
  namedInput,
  pageInput,
  Revision,
  revisionInput,
} from '../../../../lib/schema.ts'
import { CourseAbility, MemberRole } from '../../../security/course-roles.ts'
import { hasProof, missingProof, proofFields } from '../../platform/proof/schema.ts'
import { TaughtCohorts } from '../members/schema.ts'
import { CertificateDesign, CertificateDesignInput } from './certificate-design-schema.ts'

const maxAmount = 1_000_000_000

const courseId = field(IdInPath, 'Id of the course', exampleIds.course)

const slug = CourseSlug.meta({
  description: 'Readable id, for links: lower-case letters, digits and single dashes',
  examples: ['building-a-course-player'],
})
const kind = z.enum(courseKinds).describe('program: a course whose lessons are courses')
const Price = z
  .strictObject({
    amount: Money.shape.amount.max(maxAmount),
    currency: Money.shape.currency.refine(
      (code) => currencies.has(code),
      'must be a currency code of ISO 4217, like USD',
    ),
  })
  .meta({
    id: 'CoursePrice',
    description: 'The price of the course; 0 for a free one',
    examples: [{ amount: 2900, currency: 'USD' }],
  })

/** A new course from the command line: a shell needs no proof. */
export const NewCourseInput = z.strictObject({
  slug,
  kind: kind.default('course'),
  ...newTermsShape,
  price: Price,
  ownerEmail: Email.optional().describe('Email of the owner, a verified account; default: you'),
})
export type NewCourseInput = z.infer<typeof NewCourseInput>

export const CreateCourseInput = NewCourseInput.extend(proofFields)
  .refine((given) => given.ownerEmail === undefined || hasProof(given), missingProof)
  .meta({ id: 'CreateCourseInput', description: 'A new course' })

export const DuplicateCourseInput = namedInput('DuplicateCourseInput', 'A copy of a course', {
  courseId,
  slug,
  title: newTermsShape.title,
})
export type DuplicateCourseInput = z.infer<typeof DuplicateCourseInput>

export const AuthoredCourseSummary = named(
  'AuthoredCourseSummary',
  'A course in the list of those who work on it',
  {
    id: field(Id, 'The course', exampleIds.course),
    slug: field(z.string(), 'Readable id, for links', 'building-a-course-player'),
    kind,
    status: z
      .enum(courseStatuses)
      .describe('draft: nothing is published yet; archived: no longer in the catalogue'),
    version: field(z.int().nullable(), 'The current version; null as long as there is none', 3),
    ...writtenShape,
    title: termsShape.title,
    summary: termsShape.summary,
    language: termsShape.language,
    license: termsShape.license.describe('License of the content'),
    source: termsShape.source.describe('Where the content comes from'),
    price: Money,
    ...courseRules,
    hasDraft: z.boolean().describe('Whether there is a draft that is not published'),
    hasOwner: z
      .boolean()
      .describe('false: its last owner erased their account, or it never had one'),
    role: MemberRole.nullable().describe('Your role; null for administrators who are not members'),
    abilities: z.array(CourseAbility).describe('What you may do with it, whatever your role'),
    cohorts: TaughtCohorts,
    createdAt: Instant.describe('When the course was created'),
    revision: Revision.describe('Rises with every change of the terms, not of the draft'),
  },
)
export type AuthoredCourseSummary = z.infer<typeof AuthoredCourseSummary>

export const AuthoredCourse = AuthoredCourseSummary.extend({
  certificate: CertificateDesign.nullable().describe(
    'How its certificates look; null if the settings say all of it',
  ),
}).meta({ id: 'AuthoredCourse', description: 'A course as those who work on it see it' })
export type AuthoredCourse = z.infer<typeof AuthoredCourse>

export const AuthoredCourseList = listOf(
  AuthoredCourseSummary,
  'Courses that you work on, newest first',
)
export type AuthoredCourseList = z.infer<typeof AuthoredCourseList>

export const ListAuthoredCoursesInput = z.strictObject(pageInput)
export type ListAuthoredCoursesInput = z.infer<typeof ListAuthoredCoursesInput>

export const DeleteCourseInput = z.strictObject({ courseId, ...revisionInput })
export type DeleteCourseInput = z.infer<typeof DeleteCourseInput>

export const DeletedCourse = named('DeletedCourse', 'A course that is gone', {
  id: field(Id, 'The course', exampleIds.course),
  slug: field(z.string(), 'Its slug, which is free again', 'building-a-course-player'),
})
export type DeletedCourse = z.infer<typeof DeletedCourse>

export const GetAuthoredCourseInput = z.strictObject({ courseId })
export type GetAuthoredCourseInput = z.infer<typeof GetAuthoredCourseInput>

export const UpdateCourseInput = namedInput(
  'UpdateCourseInput',
  'The changes; everything else stays',
  {
    courseId,
    ...revisionInput,
    slug: slug.optional(),
    ...changesShape,
    price: Price.optional(),
    status: z
      .enum(courseStatuses)
      .exclude(['draft'])
      .optional()
      .describe('archived: takes it out of the catalogue; published: brings it back'),
    ...ruleChangesShape,
    certificate: CertificateDesignInput.nullable()
      .optional()
      .describe('How its certificates look; null: as the settings say'),
  },
)
export type UpdateCourseInput = z.infer<typeof UpdateCourseInput>

export const PreviewCertificateInput = namedInput(
  'PreviewCertificateInput',
  'The course whose certificate is drawn',
  {
    courseId: GetAuthoredCourseInput.shape.courseId,
    certificate: CertificateDesignInput.nullable()
      .optional()
      .describe('Changes of its design, which are not saved'),
    grade: field(
      z.number().min(0).max(100).default(87.5),
      'Grade in percent, where the course prints one',
      95.5,
    ),
    lastDay: field(
      z.iso.date().optional(),
      'Last day of its validity. Default: as the course says',
      '2028-12-31',
    ),
  },
)
export type PreviewCertificateInput = z.infer<typeof PreviewCertificateInput>
