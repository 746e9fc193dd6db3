import { staffInputs } from '@lyceum/sdk/inputs'
import { addInputs, loadInputs } from './inputs.ts'

/** Loads what all operations take, those for staff as well. */
export async function loadAllInputs(): Promise<void> {
  await loadInputs()
  addInputs(staffInputs)
}
