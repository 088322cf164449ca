import { NOW } from '../guest-itinerary/styles/now.ts'
import { OVERVIEW } from '../guest-itinerary/styles/overview.ts'

/** The rules for the first screen of a stay, shared by all elements of the page. */
export const overviewSheet = new CSSStyleSheet()
overviewSheet.replaceSync(OVERVIEW + NOW)
