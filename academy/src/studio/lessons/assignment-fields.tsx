import type { DraftAssignment } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { LiveFields } from '../../ui/forms/fields.tsx'
import { FieldList, ListEditor } from '../../ui/forms/list-editor.tsx'
import { PartFields } from '../../ui/forms/part-fields.tsx'
import { partOf } from '../../ui/inputs/inputs.ts'
import type { Edits } from './content.ts'

export function AssignmentFields(props: Edits<DraftAssignment | null, Partial<DraftAssignment>>) {
  const { value: assignment, onChange } = props
  if (assignment === null) return null
  const { rubric } = assignment
  const change = (patch: Partial<DraftAssignment>) => {
    // With a rubric, the points are those of its best levels.
    const { points, ...rest } = { ...assignment, ...patch }
    onChange(rest.rubric.length === 0 ? { ...rest, points } : rest)
  }
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <PartFields
        at="assignment"
        part={partOf(lyceum.drafts.updateLesson, 'assignment')}
        fields={[
          ...(['passPercent', 'attempts', 'weight', 'dueAt'] as const),
          ...(['files', 'fileTypes', 'takesLate', 'text'] as const),
        ]}
        labels={{ text: 'takesText' }}
        without={['points', 'rubric']}
        of={assignment}
        onChange={change}
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
          newItem={() => ({ title: '', levels: [newLevel(), newLevel()] })}
          onChange={(changed) => change({ rubric: changed })}
        >
          {(criterion, set, index) => (
            <div className="flex flex-col gap-3">
              <LiveFields
                at={`assignment.rubric.${index}`}
                kinds={{ title: 'text!' }}
                of={criterion}
                onChange={(values) => set({ ...criterion, ...values })}
              />
              <FieldList
                name="rubricEditor.level"
                at={`assignment.rubric.${index}.levels`}
                items={criterion.levels}
                newItem={newLevel}
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

const newLevel = () => ({ title: '', points: 0 })
