import { type Draft, isLyceumError } from '@lyceum/sdk'
import { useMutation } from '@tanstack/react-query'
import { DropIndicator, GridList, useDragAndDrop } from 'react-aria-components'
import { queryClient } from '../../base/query-client.ts'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { useRead } from '../../ui/data/loaded.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { partOf } from '../../ui/inputs/inputs.ts'
import { useCourse } from '../courses/course.ts'
import { AddLesson } from './add-lesson.tsx'
import { moveRow, rowsOf, type Step, sectionsOf } from './outline.ts'
import { OutlineRow } from './outline-row.tsx'

/** Reorders sections and lessons by mouse or keyboard, and saves every change. */
export function OutlineEditor({ draft }: { draft: Draft }) {
  const { canWrite } = useCourse()
  const { mutateAsync, variables, isPending } = useMutation({
    mutationFn: (step: Step) => saveStep(step, draft),
    onError: () => queryClient.invalidateQueries(),
  })
  const { data } = useRead(lyceum.drafts.problems, { courseId: draft.courseId })
  const incomplete = new Set(
    data?.items.flatMap(({ severity, path }) =>
      severity === 'error' ? (/^lessons\.([^.]+)/.exec(path)?.[1] ?? []) : [],
    ),
  )
  const rows = isPending ? variables(rowsOf(draft)) : rowsOf(draft)
  // A failure shows as a toast, and the outline is read again.
  const save = (step: Step) => mutateAsync(step).catch(() => undefined)

  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder: ({ keys: [key], target }) =>
      void save((all) => moveRow(all, String(key), { ...target, key: String(target.key) })),
    renderDropIndicator: (target) => (
      <DropIndicator target={target} className="h-0 outline-brand data-drop-target:outline-2" />
    ),
    isDisabled: isPending,
  })

  return (
    <>
      <GridList
        aria-label={t('studio.outline')}
        items={rows}
        dependencies={[rows, canWrite, draft.revision, data]}
        {...(canWrite && { dragAndDropHooks })}
        renderEmptyState={() => <p className="p-8 text-center text-muted">{t('sections.empty')}</p>}
        className="overflow-hidden rounded-xl border border-line outline-none"
      >
        {(row) => (
          <OutlineRow
            id={row.key}
            {...{ row, rows }}
            revision={draft.revision}
            isIncomplete={incomplete.has(row.key)}
            onChange={save}
          />
        )}
      </GridList>
      {canWrite && (
        <div className="mt-4 flex flex-wrap gap-3">
          <AddLesson draft={draft} />
          <FormDialog
            name="sections.addSection"
            to={partOf(lyceum.drafts.replaceOutline, 'sections')}
            fields={['title']}
            without={['lessons']}
            send={({ title }) => save((all) => [...all, { key: '#new', title }])}
          />
        </div>
      )}
    </>
  )
}

async function saveStep(step: Step, draft: Draft): Promise<void> {
  const save = ({ courseId, revision, sections }: Draft) =>
    lyceum.drafts.replaceOutline.mutate({
      courseId,
      revision,
      sections: sectionsOf(step(rowsOf({ sections }))),
    })
  try {
    await save(draft)
  } catch (error) {
    if (!isLyceumError(error) || error.name !== 'DraftChanged') throw error
    const { courseId } = draft
    const theirs = await lyceum.drafts.get.query({ courseId })
    // Applies the step to theirs. Sections have no keys: if they changed, the author looks again.
    if (titlesOf(theirs) !== titlesOf(draft)) throw error
    await save(theirs)
  }
}

const titlesOf = ({ sections }: Draft) => JSON.stringify(sections.map(({ title }) => title))
