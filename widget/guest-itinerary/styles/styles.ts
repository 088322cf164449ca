import { notices } from './notices.ts'
import { overview } from './overview.ts'
import { plans } from './plans.ts'
import { sheet } from './sheet.ts'

/** All that the sheet wears. */
export const styles = sheet + overview + plans + notices
