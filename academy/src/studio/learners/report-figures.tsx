import type { CourseReport } from '@lyceum/sdk'
import { Figures } from '../../ui/data/parts.tsx'
import { showPercent } from '../../ui/format.ts'

/** How the learners of a course do, in numbers. */
export function ReportFigures({ completionPercent, ...report }: CourseReport) {
  const { enrolled, started, completed, certificates, medianDays } = report
  const percent = showPercent(completionPercent)
  return <Figures of={{ enrolled, started, completed, percent, certificates, medianDays }} />
}
