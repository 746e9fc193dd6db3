import { issueCodes } from '../../lib/fields/issue-code.ts'
import { eventTypeNames } from '../../server/features/platform/events/event-types.ts'
import { operationsOf } from '../../server/http/operations.ts'
import { appRouter } from '../../server/router.ts'
import { type Definitions, inputSchemaOf, type JsonSchema, variantsOf } from './json-schema.ts'
import { openApiDocument } from './openapi.ts'
import { staffOperations } from './places.ts'

/**
 * Where the API has each enumeration, by its name in frontends: in a field of a schema, in the
 * input of an operation, or as a schema of its own.
 */
const places = {
  accessState: 'AdminEnrollment.status',
  accountRole: 'Account.role',
  adminPermission: 'AdminPermission',
  agendaKind: 'AgendaEntry.kind',
  announcementAudience: 'Announcement.audience',
  apiKeyScope: 'ApiKeyScope',
  apiKeyStatus: 'ApiKey.status',
  attemptStatus: 'Attempt.status',
  auditEvent: 'admin.audit.list.event',
  bulkAct: 'BulkEnrollment.act',
  bulkEnrollmentColumn: 'BulkEnrollmentLook.columns.readAs',
  bulkEnrollmentOutcome: 'BulkEnrollmentResult.outcome',
  catalogueFee: 'courses.list.price',
  catalogueKind: 'courses.list.kind',
  catalogueSort: 'courses.list.sort',
  certificateEffect: 'Regraded.certificate',
  certificateFate: 'Regrade.certificates',
  certificateOrientation: 'CertificateDesign.orientation',
  certificatePaper: 'CertificateDesign.paper',
  certificateStatus: 'Certificate.status',
  certificateTemplate: 'CertificateDesign.template',
  checkoutProvider: 'SiteConfig.checkout.provider',
  cohortOutcome: 'AddedCohortMember.outcome',
  couponRefusal: 'CartCoupon.refusal',
  couponStatus: 'Coupon.status',
  courseAbility: 'CourseAbility',
  courseCertificateStatus: 'MyCourse.certificate.status',
  courseHonesty: 'AuthoredCourse.honesty',
  courseHtml: 'AuthoredCourse.html',
  courseKind: 'Course.kind',
  courseLessonQuestions: 'AuthoredCourse.lessonQuestions',
  courseLevel: 'Course.level',
  courseManager: 'AuthoredCourse.managedBy',
  courseStatus: 'AuthoredCourse.status',
  deliveryFailure: 'Delivery.failure',
  deliveryStatus: 'Delivery.status',
  enrollOutcome: 'EnrolledLearner.outcome',
  enrollmentSource: 'AdminEnrollment.source',
  enrollmentStatus: 'ExportedEnrollment.status',
  factChange: 'ChangedFact.what',
  foretoldOutcome: 'ForetoldEnrollment.outcome',
  fileKind: 'files.list.kind',
  flawKind: 'Flaw.kind',
  flawOutcome: 'Flaw.outcome',
  gradedType: 'OwnGrade.type',
  historyEvent: 'HistoryEntry.event',
  impactKind: 'Impact.kind',
  jobKind: 'admin.jobs.list.kind',
  jobStatus: 'Job.status',
  language: 'Me.language',
  learnerAct: 'learners.act.act',
  learnerSort: 'learners.list.sort',
  learnerStatus: 'MyCourse.status',
  lessonChange: 'Change.what',
  lessonType: 'OutlineLesson.type',
  listedJobStatus: 'admin.jobs.list.status',
  lockCode: 'Lock.code',
  logo: 'CertificateDesign.logo',
  mailKind: 'admin.mails.list.kind',
  mailStatus: 'SentMail.status',
  memberRole: 'Member.role',
  namedKind: 'NamedThing.kind',
  movePolicy: 'CreateMoveInput.policy',
  movePolicyOrCorrection: 'Move.policy',
  moveStatus: 'Move.status',
  newsMail: 'Me.newsByMail',
  notificationKind: 'Notification.kind',
  outline: 'courses.get.outline',
  pdfState: 'Certificate.pdf',
  pageLanguage: 'admin.settings.standardTexts.language',
  paymentReportKind: 'PaymentReport.kind',
  periodLength: 'admin.sales.periods.per',
  postedAudience: 'announcements.post.audience',
  postReportReason: 'threads.report.reason',
  problemCode: 'DraftProblem.code',
  problemSeverity: 'DraftProblem.severity',
  progressOutcome: 'ProgressEventResult.outcome',
  publicOperation: 'SchoolSettings.publicOperations',
  publicationOutcome: 'Publication.outcome',
  publishReach: 'PublishInput.reach',
  quizReveals: 'LessonQuiz.reveals',
  quizScoring: 'MultipleQuestion.scoring',
  refundStatus: 'AdminRefund.status',
  regradePolicy: 'Regrade.policy',
  reversalKind: 'AdminReversal.kind',
  reversalStatus: 'AdminReversal.status',
  schoolAct: 'admin.bulkEnrollments.act.act',
  schoolSetting: 'SchoolSettings.fixed',
  secondFactorKind: 'SecondFactor.kind',
  secondFactorMethod: 'SecondFactorRequiredFacts.methods',
  setupStep: 'SetupStep.name',
  signInReason: 'SignInReason.code',
  secondFactorRole: 'SchoolSettings.secondFactorFor',
  sourceFormat: 'CourseSource.format',
  sourceOutcome: 'CourseSource.outcome',
  sourceStatus: 'CourseSource.status',
  submissionStatus: 'submissions.list.status',
  syncOutcome: 'CourseSource.result.outcome',
  textSetting: 'StandardText.setting',
  thingKind: 'FoundThing.kind',
  threadChoice: 'threads.taught.which',
  transactionLineStatus: 'TransactionLine.status',
  transactionPeriod: 'admin.transactions.list.period',
  transactionStatus: 'Transaction.status',
  uploadState: 'Upload.state',
  userSort: 'admin.users.list.sort',
  versionKind: 'Version.kind',
  waySource: 'AccessWay.source',
  webhookReason: 'Webhook.reason',
  webhookStatus: 'Webhook.status',
  workKind: 'WorkItem.kind',
  wordChange: 'ChangedFact.words.is',
  workStatus: 'BulkEnrollment.status',
  writableStatus: 'UpdateCourseInput.status',
} as const

interface Document {
  components: { schemas: Record<string, JsonSchema>; responses: object }
  paths: Record<string, Record<string, { parameters?: unknown }>>
}

export const sdkValues = () => valuesFile('learners')
export const sdkStaffValues = () => valuesFile('staff')

type Readers = 'learners' | 'staff'

function valuesFile(readers: Readers): string {
  const lists = valuesFor(readers).map(
    ([name, values]) => `export const ${name} = [${inLines(values)}] as const\n`,
  )
  return `// Generated from docs/openapi.json by \`npm run generate\`. Do not edit.

${lists.join('')}`
}

/**
 * Returns the API's enumerations, each once: those that some operation of learners has, or those
 * that only operations for staff have. Fails while one has no name.
 */
export function valuesFor(readers: Readers): [name: string, values: string[]][] {
  const document: Document = JSON.parse(openApiDocument())
  const lists = Object.entries(places).map(([name, place]): [string, string[]] => [
    name,
    valuesAt(document, place),
  ])
  refuseNameless(
    document,
    lists.map(([, values]) => values),
  )
  const staffs = new Set(staffOperations())
  const ofLearners = operationsOf(appRouter)
    .filter(({ name }) => !staffs.has(name))
    .flatMap(({ input, output }) => enumerationsIn([input, output].map(inputSchemaOf)))
    .map(String)
  return lists.filter(
    ([, values]) => ofLearners.includes(String(values)) === (readers === 'learners'),
  )
}

function inLines(values: readonly string[]): string {
  const text = values.map((value) => `'${value}'`).join(', ')
  return text.length < 60 ? text : `\n  ${values.map((value) => `'${value}'`).join(',\n  ')},\n`
}

function valuesAt(document: Document, place: string): string[] {
  const { schemas } = document.components
  const [owner = '', ...fields] = schemas[place.split('.')[0] ?? '']
    ? place.split('.')
    : [place.slice(0, place.lastIndexOf('.')), place.slice(place.lastIndexOf('.') + 1)]
  let found = [schemas[owner] ?? inputOf(owner)]
  for (const field of fields)
    found = found
      .flatMap((one) => withItems(one, schemas))
      .map((one) => one.properties?.[field] as JsonSchema | undefined)
      .filter((one) => one !== undefined)
  const values = found
    .flatMap((one) => withItems(one, schemas))
    .find((one) => one.enum !== undefined)?.enum
  if (values === undefined) throw new Error(`There is no enumeration at ${place}.`)
  return values.map(String)
}

/** Returns the variants of a schema; of a list, those of its items. */
function withItems(schema: JsonSchema, named: Definitions): JsonSchema[] {
  return variantsOf(schema, named).flatMap((one) =>
    one.items === undefined ? [one] : withItems(one.items as JsonSchema, named),
  )
}

function inputOf(operation: string): JsonSchema {
  const found = operationsOf(appRouter).find(({ name }) => name === operation)
  if (found === undefined) throw new Error(`There is no operation ${operation}.`)
  return inputSchemaOf(found.input)
}

function refuseNameless({ components, paths }: Document, named: readonly string[][]): void {
  // The SDK has these lists already: the names of errors, broken rules and events.
  const known = [...named, issueCodes, eventTypeNames].map(String)
  const nameless = enumerationsIn([{ ...components.schemas, Problem: {} }, parametersOf(paths)])
  const missing = nameless.filter((values) => !known.includes(String(values)))
  if (missing.length === 0) return
  throw new Error(`Name these in scripts/generate/values.ts: ${JSON.stringify(missing)}`)
}

function parametersOf(paths: Document['paths']): unknown[] {
  return Object.values(paths).flatMap((routes) =>
    Object.values(routes).map(({ parameters }) => parameters),
  )
}

function enumerationsIn(thing: unknown): string[][] {
  if (typeof thing !== 'object' || thing === null) return []
  const own =
    'enum' in thing && Array.isArray(thing.enum) && thing.enum.length > 1 ? [thing.enum] : []
  return [...own, ...Object.values(thing).flatMap(enumerationsIn)]
}
