import { writeGradebookCsv } from '../../features/assessment/grades/read-grades.ts'
import { GradebookCsvInput } from '../../features/assessment/grades/schema.ts'
import { csvFile } from './csv-files.ts'

/** The gradebook as CSV, for those who read grades. */
export const gradeFiles = csvFile({
  route: 'GET /api/v1/authoring/courses/{courseId}/gradebook.csv',
  sdkName: 'grades.gradebookCsv',
  tag: 'grades',
  needs: { ability: 'readGrades' },
  limits: ['reportsPerAccount'],
  summary: 'Download the gradebook of a course as CSV',
  description:
    'A line for each learner, a column with the percent for each graded lesson from `fromLesson` ' +
    'on. For owners, authors, graders and teachers of the course; of a cohort: its members.',
  input: GradebookCsvInput,
  errors: ['CourseNotFound'],
  example:
    'name,grade_percent,so_far_percent,completed_at,lesson tie-one,user_id\r\n' +
    'Ada Lovelace,87.5,87.5,2026-11-21T09:30:00.000Z,87.5,019a9c3e-5b1a-7c44-9d10-6f2b8f1f0a01\r\n',
  fileName: () => 'gradebook.csv',
  write: (ctx, input, learners) => writeGradebookCsv({ ...ctx, learners }, input),
})
