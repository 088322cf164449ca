import { notices } from './notices.ts'
import { overview } from './overview.ts'
import { plans } from './plans.ts'
import { sheet } from './sheet.ts'

export const styles = [sheet, overview, plans, notices]
