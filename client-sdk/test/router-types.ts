import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import type { ErrorName } from '../../server/errors/errors.ts'
import type { ErrorFacts } from '../../server/errors/facts.ts'
import type { GradebookCsvInput } from '../../server/features/assessment/grades/schema.ts'
import type { BulkEnrollmentInput } from '../../server/features/learning/bulk-enrollments/schema.ts'
import type {
  CohortCsvInput,
  CoursesCsvInput,
  LearnerCsvInput,
  LearnersCsvInput,
  StuckCsvInput,
} from '../../server/features/learning/reports/schema.ts'
import type { ExportAuditInput } from '../../server/features/platform/audit/schema.ts'
import type { SalesPeriodInput } from '../../server/features/shop/sales/schema.ts'
import type { AppRouter as RealRouter } from '../../server/router.ts'
import type { ServerErrorName } from '../src/errors.ts'
import type { FileAreas } from '../src/files/file-operations.ts'
import type { AppRouter, ErrorFacts as PublishedFacts } from '../src/generated/router.ts'

/** Does not compile unless both types are the same, down to what is optional. */
type Same<One, Other> =
  (<Probe>() => Probe extends One ? 1 : 2) extends <Probe>() => Probe extends Other ? 1 : 2
    ? true
    : false
type Assert<Claim extends true> = Claim

/**
 * The published types are the router's: every operation, what goes in, what comes out, the names
 * and the shape of errors.
 */
export type RouterTypesAgree = [
  Assert<Same<inferRouterInputs<AppRouter>, inferRouterInputs<RealRouter>>>,
  Assert<Same<inferRouterOutputs<AppRouter>, inferRouterOutputs<RealRouter>>>,
  Assert<Same<ErrorShapeOf<AppRouter>, ErrorShapeOf<RealRouter>>>,
  Assert<Same<ServerErrorName, ErrorName>>,
  Assert<Same<PublishedFacts, ErrorFacts>>,
  Assert<Same<KindsOf<AppRouter>, KindsOf<RealRouter>>>,
]

type AdminFileAreas = FileAreas['admin']
type Fields<File extends { _def: { $types: { input: unknown } } }> =
  keyof File['_def']['$types']['input']

/** The parameters of downloads, which the SDK writes by hand, are those that the server reads. */
export type FileTypesAgree = [
  Assert<Same<Fields<AdminFileAreas['audit']['csv']>, keyof typeof ExportAuditInput.shape>>,
  Assert<
    Same<
      Fields<AdminFileAreas['bulkEnrollments']['rowsCsv']>,
      keyof typeof BulkEnrollmentInput.shape
    >
  >,
  Assert<Same<Fields<AdminFileAreas['reports']['coursesCsv']>, keyof typeof CoursesCsvInput.shape>>,
  Assert<Same<Fields<AdminFileAreas['reports']['cohortCsv']>, keyof typeof CohortCsvInput.shape>>,
  Assert<Same<Fields<FileAreas['learners']['listCsv']>, keyof typeof LearnersCsvInput.shape>>,
  Assert<Same<Fields<AdminFileAreas['reports']['stuckCsv']>, keyof typeof StuckCsvInput.shape>>,
  Assert<Same<Fields<AdminFileAreas['reports']['learnerCsv']>, keyof typeof LearnerCsvInput.shape>>,
  Assert<Same<Fields<FileAreas['grades']['gradebookCsv']>, keyof typeof GradebookCsvInput.shape>>,
  Assert<
    Same<Fields<AdminFileAreas['sales']['movementsCsv']>, keyof typeof SalesPeriodInput.shape>
  >,
]

type ErrorShapeOf<Router extends { _def: { _config: { $types: { errorShape: unknown } } } }> =
  Router['_def']['_config']['$types']['errorShape']

type KindsOf<Router extends { _def: { record: object } }> = KindsIn<Router['_def']['record']>

type KindsIn<Area> = {
  [Name in keyof Area]: Area[Name] extends { _def: { type: infer Kind } }
    ? Kind
    : KindsIn<Area[Name]>
}
