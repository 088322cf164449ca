import { PAPER } from '../guest-itinerary/styles/paper.ts'

/** The rules for paper, shared by all elements of the page. */
export const paperSheet = new CSSStyleSheet()
paperSheet.replaceSync(PAPER)
