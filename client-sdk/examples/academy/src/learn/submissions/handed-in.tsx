import { lyceum } from '../../lyceum.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { t } from '../../texts/texts.ts'
import { Badge, FileLink } from '../../ui/bits.tsx'
import { Read } from '../../ui/loaded.tsx'
import { Comment } from '../attempts/attempt-result.tsx'
import type { AssignmentRules } from '../lessons/queries.ts'

interface HandedInProps {
  submissionId: string
  rubric: AssignmentRules['rubric']
}

export function HandedIn({ submissionId, rubric }: HandedInProps) {
  return (
    <Read of={lyceum.submissions.get} input={{ submissionId }}>
      {({ status, isLate, result, criteria, comment, text, files }) => (
        <div className="flex flex-col gap-4">
          <p>
            {status === 'graded' && result !== null
              ? t('attempt.points', {
                  points: result.points ?? 0,
                  maxPoints: result.maxPoints ?? 0,
                })
              : t(status === 'returned' ? 'attempt.returned.text' : 'attempt.waiting.text')}{' '}
            {isLate && <Badge tone="warn">{t('assignment.wasLate')}</Badge>}
          </p>
          {criteria !== null && (
            <ul className="flex flex-col gap-1">
              {rubric.map(({ title, levels }, index) => {
                const points = criteria[index] ?? 0
                const reached = levels.find((level) => level.points === points)
                return (
                  <li key={title} className="flex flex-wrap justify-between gap-x-3">
                    <span>{title}</span>
                    <span className="text-muted">
                      {reached?.title} ({points})
                    </span>
                  </li>
                )
              })}
            </ul>
          )}
          <Comment text={comment} />
          {text !== null && <Markdown text={text} level={4} />}
          <ul>
            {files.map((file) => (
              <li key={file.url}>
                <FileLink {...file} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Read>
  )
}
