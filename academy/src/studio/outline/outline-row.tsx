import { Link } from '@tanstack/react-router'
import { Button as AriaButton, GridListItem } from 'react-aria-components'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { IconButton } from '../../ui/button.tsx'
import { showMinutes } from '../../ui/format.ts'
import { CopyIcon } from '../../ui/forms/copy-icon.ts'
import { ConfirmButton } from '../../ui/forms/dialog.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { MoveButtons } from '../../ui/forms/list-editor.tsx'
import { DragIcon, EditIcon, TrashIcon } from '../../ui/icons.tsx'
import { partOf } from '../../ui/inputs/inputs.ts'
import { useCourse } from '../courses/course.ts'
import { slugOf } from '../slug.ts'
import { moveRow, neighborOf, type Row, type Step } from './outline.ts'

interface OutlineRowProps {
  row: Row
  rows: readonly Row[]
  onChange: (step: Step) => Promise<unknown>
  /** The revision of the draft. */
  revision: number
  /** Whether it lacks something to be published. */
  isIncomplete: boolean
}

export function OutlineRow({ id, ...props }: OutlineRowProps & { id: string }) {
  const { canWrite, courseId } = useCourse()
  const { row, rows, onChange, revision, isIncomplete } = props
  const { title, lesson } = row
  const mover = (step: 'up' | 'down') => {
    const target = neighborOf(rows, id, step)
    return target && (() => void onChange((all) => moveRow(all, id, target)))
  }
  return (
    <GridListItem
      id={id}
      textValue={title}
      className={`flex flex-wrap items-center gap-2 border-line px-2 py-1 -outline-offset-2 data-[dragging]:opacity-50 not-first:border-t ${lesson === undefined ? 'bg-panel' : 'sm:ps-6'}`}
    >
      {canWrite && (
        <AriaButton
          slot="drag"
          aria-label={t('sections.drag', { name: title })}
          className="grid size-8 cursor-grab place-items-center text-muted"
        >
          <DragIcon />
        </AriaButton>
      )}
      <RowTitle row={row} isIncomplete={isIncomplete} />
      {canWrite && (
        <span className="ms-auto flex">
          <MoveButtons name={title} up={mover('up')} down={mover('down')} />
          {lesson === undefined ? (
            <SectionActions {...props} />
          ) : (
            <>
              <FormDialog
                name="writing.copy"
                icon={<CopyIcon />}
                label={t('listEditor.copy', { name: title })}
                look="quiet"
                to={lyceum.drafts.duplicateLesson}
                input={{ courseId, key: id, revision }}
                fields={['title']}
                without={['newKey']}
                defaults={{ title: t('writing.copyOf', { title }) }}
                send={(input) => {
                  const keys = rows.map(({ key }) => key)
                  const newKey = slugOf(input.title, keys)
                  return lyceum.drafts.duplicateLesson.mutate({ ...input, newKey })
                }}
                leadsTo={({ key }) => `/studio/${courseId}/lesson/${key}`}
              />
              <ConfirmButton
                name="writing.delete"
                icon={<TrashIcon />}
                label={t('listEditor.remove', { name: title })}
                look="quiet"
                text={t('writing.deleteText', { title })}
                run={() =>
                  lyceum.drafts.deleteLesson.mutate({
                    courseId,
                    key: id,
                    revision: lesson.revision,
                  })
                }
              />
            </>
          )}
        </span>
      )}
    </GridListItem>
  )
}

function RowTitle({
  row: { key, title, lesson },
  isIncomplete,
}: Pick<OutlineRowProps, 'row' | 'isIncomplete'>) {
  const { language, courseId } = useCourse()
  if (lesson === undefined)
    return (
      <bdi lang={language} className="min-w-40 flex-1 font-semibold">
        {title}
      </bdi>
    )
  return (
    <span className="flex min-w-40 flex-1 flex-wrap items-center gap-x-2">
      <Link
        to="/studio/$course/lesson/$key"
        params={{ course: courseId, key }}
        className="py-2 text-brand hover:underline"
      >
        <bdi lang={language}>{title}</bdi>
      </Link>
      <span className="text-sm text-muted">
        {t(`field.type.${lesson.type}`)} · {showMinutes(lesson.minutes)}
      </span>
      {isIncomplete && <Badge tone="bad">{t('problems.incomplete')}</Badge>}
      {!lesson.required && <Badge>{t('lesson.optional')}</Badge>}
      {lesson.preview && <Badge tone="good">{t('lesson.isPreview')}</Badge>}
    </span>
  )
}

function SectionActions({ row, rows, onChange }: OutlineRowProps) {
  const { key, title } = row
  const isFilled = row === rows[0] && rows[1]?.lesson !== undefined
  return (
    <>
      <FormDialog
        name="sections.rename"
        icon={<EditIcon />}
        label={t('sections.renameOne', { name: title })}
        look="quiet"
        to={partOf(lyceum.drafts.replaceOutline, 'sections')}
        fields={['title']}
        without={['lessons']}
        of={row}
        send={(changed) =>
          onChange((all) => all.map((one) => (one.key === key ? { ...one, ...changed } : one)))
        }
      />
      <IconButton
        label={t('listEditor.remove', { name: title })}
        disabled={isFilled}
        onClick={() => void onChange((all) => all.filter((one) => one.key !== key))}
      >
        <TrashIcon />
      </IconButton>
    </>
  )
}
