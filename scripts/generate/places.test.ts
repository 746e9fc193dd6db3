import { expect, test } from 'vitest'
import { placesOfOperations, staffOperations, withoutPlace } from './places.ts'

test('every operation for staff has a page in the academy, or says why not', () => {
  const places = placesOfOperations()
  const missing = staffOperations().filter((name) => !places.has(name))
  expect(missing.toSorted()).toEqual(Object.keys(withoutPlace).toSorted())
})

test('a place is the page whose source names the operation, by whatever name', () => {
  const places = placesOfOperations()
  expect(places.get('admin.coupons.create')).toEqual(['/desk/coupons'])
  expect(places.get('certificates.adminRevoke')).toEqual(['/desk/certificates'])
  expect(places.get('learners.get')).toContain('/studio/$course/learners/$user')
})
