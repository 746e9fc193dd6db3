import type { DraftAssignment } from '@lyceum/sdk'
import { t } from '../../texts/texts.ts'
import { LiveFields } from '../../ui/forms/fields.tsx'
import { FieldList, ListEditor } from '../../ui/forms/list-editor.tsx'
import type { Edits } from './content.ts'

export function AssignmentFields(props: Edits<DraftAssignment | null, Partial<DraftAssignment>>) {
  const { value: assignment, onChange } = props
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
        at="assignment"
        kinds={{
          passPercent: 'number!',
          attempts: 'number',
          weight: 'number!',
          dueAt: 'instant',
          files: 'number!',
          fileTypes: 'list',
          takesLate: 'box',
          takesText: 'box',
        }}
        of={{ ...assignment, takesText: assignment.text }}
        onChange={({ takesText, ...values }) => change({ ...values, text: takesText })}
      />
      <div className="flex flex-col gap-4">
        {rubric.length === 0 && (
          <LiveFields
            at="assignment"
            kinds={{ points: 'number!' }}
            of={assignment}
            onChange={change}
          />
        )}
        <ListEditor
          name="rubricEditor.criterion"
          items={rubric}
          newItem={() => ({ title: t('rubricEditor.criterion'), levels: newLevels() })}
          onChange={(changed) => change({ rubric: changed })}
        >
          {(criterion, set) => (
            <div className="flex flex-col gap-3">
              <LiveFields
                kinds={{ title: 'text!' }}
                of={criterion}
                onChange={(values) => set({ ...criterion, ...values })}
              />
              <FieldList
                name="rubricEditor.level"
                items={criterion.levels}
                newItem={() => ({ title: t('rubricEditor.level'), points: 0 })}
                kinds={{ title: 'text!', points: 'number!' }}
                onChange={(levels) => set({ ...criterion, levels })}
              />
            </div>
          )}
        </ListEditor>
      </div>
    </div>
  )
}

const newLevels = () => [
  { title: t('rubricEditor.bad'), points: 0 },
  { title: t('rubricEditor.good'), points: 10 },
]
