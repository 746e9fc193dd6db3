import { useNavigate } from '@tanstack/react-router'
import { useSchool } from '../../app/school.ts'
import { lyceum } from '../../lyceum.ts'
import { language, t } from '../../texts/texts.ts'
import type { ValuesOf } from '../fields.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { slugOf } from '../slug.ts'

const kinds = {
  title: 'text!',
  summary: 'long!',
  language: 'text!',
  kind: ['course', 'program'],
  ownerEmail: 'text',
  zip: 'file',
} as const

export function CreateCourse() {
  const currency = useSchool().config?.currencies[0]?.code ?? 'USD'
  const navigate = useNavigate()

  async function submit(values: ValuesOf<typeof kinds>): Promise<void> {
    const { ownerEmail, zip, ...course } = values
    const { id } = await lyceum.authoring.create.mutate({
      ...course,
      ...(ownerEmail !== null && { ownerEmail }),
      slug: slugOf(course.title),
      price: { amount: 0, currency },
    })
    await navigate({ to: '/studio/$course', params: { course: id } })
    if (zip !== null) await lyceum.authoring.import.mutate({ courseId: id, zip, revision: 1 })
  }

  return (
    <FormDialog
      label={t('authored.create')}
      look="primary"
      kinds={kinds}
      of={{ language }}
      onSubmit={submit}
    />
  )
}
