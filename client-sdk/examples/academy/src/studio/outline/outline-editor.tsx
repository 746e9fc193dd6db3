import { type Draft, isLyceumError } from '@lyceum/sdk'
import { mutationOptions, queryOptions } from '@lyceum/sdk/query'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { DropIndicator, GridList, useDragAndDrop } from 'react-aria-components'
import { queryClient } from '../../app/query-client.ts'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { messageOf } from '../../ui/error-text.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toasts.ts'
import { AddLesson } from './add-lesson.tsx'
import { mergeRows, moveRow, type Row, rowsOf, sectionsOf } from './outline.ts'
import { OutlineRow } from './outline-row.tsx'

/** Sections and lessons, to be put in order by hand or by keyboard. Every change is saved. */
export function OutlineEditor({ draft, canWrite }: { draft: Draft; canWrite: boolean }) {
  const { courseId } = draft
  const { mutateAsync: replace } = useMutation({
    ...mutationOptions(lyceum.drafts.replaceOutline),
    meta: { showsErrors: true },
  })
  const [saving, setSaving] = useState<readonly Row[]>()
  const [conflict, setConflict] = useState<readonly Row[]>()
  const rows = saving ?? rowsOf(draft.sections)

  async function save(next: readonly Row[], revision = draft.revision): Promise<void> {
    setSaving(next)
    try {
      await replace({ courseId, revision, sections: sectionsOf(next) })
    } catch (error) {
      if (isLyceumError(error) && error.name === 'DraftChanged') setConflict(next)
      else toast({ tone: 'bad', text: messageOf(error) })
    } finally {
      setSaving(undefined)
    }
  }
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder: ({ keys: [key], target }) =>
      void save(moveRow(rows, String(key), { ...target, key: String(target.key) })),
    renderDropIndicator: (target) => (
      <DropIndicator target={target} className="h-0 outline-brand data-drop-target:outline-2" />
    ),
    isDisabled: saving !== undefined,
  })

  return (
    <>
      <GridList
        aria-label={t('studio.outline')}
        items={rows}
        dependencies={[rows, canWrite, draft.revision]}
        {...(canWrite && { dragAndDropHooks })}
        renderEmptyState={() => <p className="p-8 text-center text-muted">{t('sections.empty')}</p>}
        className="overflow-hidden rounded-xl border border-line outline-none"
      >
        {(row) => (
          <OutlineRow
            id={row.key}
            row={row}
            rows={rows}
            courseId={courseId}
            canWrite={canWrite}
            onChange={save}
          />
        )}
      </GridList>
      {canWrite && (
        <div className="mt-4 flex flex-wrap gap-3">
          <AddLesson draft={draft} />
          <FormDialog
            name="sections.addSection"
            isSilent
            kinds={{ title: 'text!' }}
            send={({ title }) => save([...rows, { key: '#new', title }])}
          />
        </div>
      )}
      <Dialog
        title={t('collision.title')}
        isOpen={conflict !== undefined}
        onClose={() => setConflict(undefined)}
      >
        <p className="mb-4">{t('sections.conflict')}</p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button
            onClick={async () => {
              setConflict(undefined)
              await queryClient.invalidateQueries()
            }}
          >
            {t('collision.theirs')}
          </Button>
          <Button
            look="primary"
            onClick={async () => {
              setConflict(undefined)
              const query = queryOptions(lyceum.drafts.get, { courseId })
              const theirs = await queryClient.fetchQuery({ ...query, staleTime: 0 })
              await save(mergeRows(conflict ?? [], rowsOf(theirs.sections)), theirs.revision)
            }}
          >
            {t('collision.mine')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
