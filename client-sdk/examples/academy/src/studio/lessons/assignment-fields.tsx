import type { DraftAssignment } from '@lyceum/sdk'
import { t } from '../../texts/texts.ts'
import { LiveFields } from '../../ui/fields.tsx'
import { FieldList, ListEditor } from '../../ui/list-editor.tsx'

interface AssignmentFieldsProps {
  assignment: DraftAssignment | null
  onChange: (assignment: Partial<DraftAssignment>) => void
}

const kinds = {
  passPercent: 'number!',
  attempts: 'number',
  weight: 'number!',
  dueAt: 'instant',
  files: 'number!',
  fileTypes: 'list',
  takesLate: 'box',
  takesText: 'box',
} as const

export function AssignmentFields({ assignment, onChange }: AssignmentFieldsProps) {
  if (assignment === null) return null
  const { rubric } = assignment
  const change = (patch: Partial<DraftAssignment>) => {
    // With a rubric the points are those of its best levels.
    const { points, ...rest } = { ...assignment, ...patch }
    onChange(rest.rubric.length === 0 ? { ...rest, points } : rest)
  }
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <LiveFields
        kinds={kinds}
        of={{ ...assignment, takesText: assignment.text }}
        onChange={({ takesText, ...values }) => change({ ...values, text: takesText })}
      />
      <div>
        {rubric.length === 0 && (
          <LiveFields kinds={{ points: 'number!' }} of={assignment} onChange={change} />
        )}
        <h3 className="mt-4 mb-2 font-medium">{t('rubricEditor.title')}</h3>
        <ListEditor
          label={t('rubricEditor.criterion')}
          items={rubric}
          add={t('rubricEditor.addCriterion')}
          newItem={() => ({ title: t('rubricEditor.criterion'), levels: newLevels() })}
          onChange={(changed) => change({ rubric: changed })}
        >
          {(criterion, set) => (
            <>
              <LiveFields
                kinds={{ title: 'text!' }}
                of={criterion}
                onChange={(values) => set({ ...criterion, ...values })}
              />
              <div className="mt-3">
                <FieldList
                  label={t('rubricEditor.level')}
                  add={t('rubricEditor.addLevel')}
                  items={criterion.levels}
                  newItem={() => ({ title: t('rubricEditor.level'), points: 0 })}
                  kinds={{ title: 'text!', points: 'number!' }}
                  of={(level) => level}
                  to={(level) => level}
                  onChange={(levels) => set({ ...criterion, levels })}
                />
              </div>
            </>
          )}
        </ListEditor>
      </div>
    </div>
  )
}

function newLevels() {
  return [
    { title: t('rubricEditor.bad'), points: 0 },
    { title: t('rubricEditor.good'), points: 10 },
  ]
}
