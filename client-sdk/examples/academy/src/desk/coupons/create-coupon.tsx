import { currencyExponent } from '@lyceum/sdk'
import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { FormDialog } from '../../ui/actions.tsx'
import { type FormValues, SelectField } from '../../ui/form.tsx'
import { endOf, startOf } from '../kit/days.ts'
import { CourseField, Field } from '../kit/fields.tsx'
import { titleOf } from '../kit/names.ts'

export function CreateCoupon() {
  const [kind, setKind] = useState('percent')
  return (
    <FormDialog
      name="coupons.create"
      look="primary"
      send={(values) => lyceum.admin.coupons.create.mutate(couponOf(values))}
    >
      <Field name="code" required />
      <SelectField
        label={titleOf('takesOff')}
        value={kind}
        onChange={setKind}
        options={{ percent: t('coupons.percent'), amount: t('coupons.amount') }}
      />
      {kind === 'percent' ? (
        <Field name="percent" kind="number" min={1} max={100} required />
      ) : (
        <div className="grid grid-cols-2 gap-3">
          <Field name="amount" kind="number" min={0} step="any" required />
          <Field name="currency" value="USD" required />
        </div>
      )}
      <CourseField none={t('coupons.allCourses')} />
      <Field name="maxUses" kind="number" min={1} />
      <Field name="maxUsesPerUser" kind="number" min={1} />
      <Field name="validFrom" kind="date" />
      <Field name="validUntil" kind="date" />
    </FormDialog>
  )
}

function couponOf({ code = '', percent, amount, currency = '', course, ...rest }: FormValues) {
  const iso = currency.toUpperCase()
  const units = Math.round(Number(amount) * 10 ** currencyExponent(iso))
  return {
    code,
    takesOff: percent ? { percent: Number(percent) } : { amount: units, currency: iso },
    courses: course ? [course] : [],
    maxUses: rest.maxUses ? Number(rest.maxUses) : null,
    maxUsesPerUser: rest.maxUsesPerUser ? Number(rest.maxUsesPerUser) : null,
    validFrom: startOf(rest.validFrom),
    validUntil: endOf(rest.validUntil),
  }
}
