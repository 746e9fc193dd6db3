import {
  CohortCsvInput,
  CoursesCsvInput,
  LearnerCsvInput,
  LearnersCsvInput,
  StuckCsvInput,
} from '../../features/learning/reports/schema.ts'
import {
  writeCohortCsv,
  writeCoursesCsv,
  writeLearnerCsv,
  writeLearnersCsv,
  writeStuckCsv,
} from '../../features/learning/reports/write-csv.ts'
import { csvFile } from './csv-files.ts'

const shared = {
  tag: 'admin-reports' as const,
  needs: { permission: 'reports:read' as const },
  limits: ['reportsPerAccount' as const],
}
const reports = '/api/v1/admin/reports'
const courseLines =
  'course,title,enrolled,open,started,completed,completion_percent,certificates,median_days,' +
  'course_id\r\n' +
  'course-player,Building a course player,120,100,96,48,40,47,21.5,' +
  '019a9c3e-61f0-7b52-8a3e-2d9c4b7e1c02\r\n'
const learnerLines =
  'email,name,status,percent,completed_lessons,required_lessons,version,enrolled_at,ends_at,' +
  'last_activity_at,completed_at,next_lesson,cohort,due_on,overdue,certificate,user_id\r\n' +
  'ada@example.com,Ada Lovelace,active,50,6,12,1,2026-11-01T09:30:00.000Z,,' +
  '2026-11-21T09:30:00.000Z,,tie-one,Class of 2026,2027-01-31,false,,019a9c3e-5b1a-7c44-9d10-6f2b8f1f0a01\r\n'
const ownCourseLines =
  'course,title,status,percent,version,enrolled_at,last_activity_at,completed_at,certificate,' +
  'course_id\r\n' +
  'course-player,Building a course player,active,50,1,2026-11-01T09:30:00.000Z,' +
  '2026-11-21T09:30:00.000Z,,,019a9c3e-61f0-7b52-8a3e-2d9c4b7e1c02\r\n'

/** Reports as CSV, for those who may read reports. */
export const reportFiles = [
  csvFile({
    ...shared,
    route: `GET ${reports}/courses.csv`,
    sdkName: 'admin.reports.coursesCsv',
    summary: 'Download the report on all courses as CSV',
    description: 'The columns are the fields of `admin.reports.courses`, a line for each course.',
    input: CoursesCsvInput,
    example: courseLines,
    write: writeCoursesCsv,
  }),
  csvFile({
    ...shared,
    route: `GET ${reports}/cohorts/{cohortId}/courses.csv`,
    sdkName: 'admin.reports.cohortCsv',
    summary: 'Download the report on the courses of a cohort as CSV',
    description: 'The columns are the fields of `admin.reports.cohort`, a line for each course.',
    input: CohortCsvInput,
    errors: ['CohortNotFound'],
    example: courseLines,
    fileName: () => 'cohort.csv',
    write: writeCohortCsv,
  }),
  csvFile({
    ...shared,
    route: 'GET /api/v1/authoring/courses/{courseId}/learners.csv',
    sdkName: 'learners.listCsv',
    tag: 'learners',
    needs: { ability: 'readLearners', permission: 'reports:read' },
    summary: 'Download the learners of a course as CSV',
    description:
      'The columns are the fields of `learners.list`, a line for each learner; the email comes ' +
      'first for administrators, and where the school shows it to teachers.',
    input: LearnersCsvInput,
    errors: ['CourseNotFound', 'CohortNotFound'],
    example: learnerLines,
    write: writeLearnersCsv,
  }),
  csvFile({
    ...shared,
    route: `GET ${reports}/courses/{courseId}/stuck.csv`,
    sdkName: 'admin.reports.stuckCsv',
    summary: 'Download the learners who stopped in a course as CSV',
    description: 'The columns are the fields of `learners.stuck`, a line for each learner.',
    input: StuckCsvInput,
    errors: ['CourseNotFound', 'CohortNotFound'],
    example: learnerLines,
    write: writeStuckCsv,
  }),
  csvFile({
    ...shared,
    route: `GET ${reports}/learners/{userId}/courses.csv`,
    sdkName: 'admin.reports.learnerCsv',
    summary: 'Download all courses of a learner as CSV',
    description: 'The columns are the fields of `admin.reports.learner`, a line for each course.',
    input: LearnerCsvInput,
    errors: ['UserNotFound'],
    example: ownCourseLines,
    fileName: () => 'learner.csv',
    write: writeLearnerCsv,
  }),
]
