/*
 * What a hotel's own developers would write for the same stay: one fetch, and HTML put together by hand, with the tags and the
 * styles of the widget's sheet. It speaks one language, and knows no errors.
 */

const place = document.getElementById('stay').shadowRoot?.querySelector('.place') ?? document.getElementById('stay')
const response = await fetch('/api/public/PartnerItinerary/details/t')
const { content } = await response.json()
place.innerHTML = sheet(content)
window.written()

function sheet({ overview, roomStays, scheduleItems }) {
  const days = Object.entries(Object.groupBy(scheduleItems, ({ scheduleDate }) => scheduleDate))
  return `<article class="sheet" lang="en-GB" dir="ltr">
    <header class="head">
      <h2 class="title">Your stay at ${safe(overview.clientName)}</h2>
      <p class="guest"><bdi>${safe(overview.guestFirstName)} ${safe(overview.guestLastName)}</bdi></p>
      <p class="marks"><span class="mark status">Checked in</span> <span class="mark">${safe(overview.reservationType)}</span></p>
    </header>
    <section class="stay">
      ${moment('arrival', 'Arrival', overview.arrivalDate, overview.arrivalTime)}
      <p class="nights"><span>4 nights</span></p>
      ${moment('departure', 'Departure', overview.departureDate, overview.departureTime)}
    </section>
    <footer class="foot">
      <p class="number">Reservation <strong>${safe(overview.reservationNumber)}</strong></p>
      <div class="actions">
        <a class="button calendar" href="/calendar">Add to calendar</a>
        <button class="button" type="button">Share</button> <button class="button" type="button">Print</button>
      </div>
    </footer>
    <div class="body">
      <section class="rooms"><h3 class="heading">Your rooms</h3><ul class="list">${roomStays.map(room).join('')}</ul></section>
      <section class="schedule"><h3 class="heading">Day by day</h3><ol class="list">${days.map(day).join('')}</ol></section>
    </div>
  </article>`
}

function moment(which, label, date, time) {
  return `<div class="moment ${which}"><h3 class="label">${label}</h3><time class="date">${dayAndMonth(date)}</time>
    <p class="clock"><span class="weekday">${weekday(date)}</span> <time>${safe(time)}</time></p></div>`
}

function room(each) {
  return `<li class="room"><h4 class="name"><bdi>${safe(each.roomName)}</bdi></h4>
    ${detailLine(`Room ${each.roomNo}`, each.roomTypeName, each.roomLocationName, `${each.occupants} guests`)}
    <p class="text"><bdi>${safe(each.roomTypeDescription)}</bdi></p></li>`
}

function day([date, items]) {
  return `<li class="day">
    <h4 class="when"><time><span class="weekday">${weekday(date)}</span> <span class="date">${dayAndMonth(date)}</span></time></h4>
    <ol class="list">${items.map(item).join('')}</ol></li>`
}

function item(each) {
  const notes = each.guestNotes.split('\n').filter(Boolean)
  return `<li class="item">
    <p class="times"><time>${safe(each.startTime)}</time> <time class="end"><span class="unseen">–</span>${safe(each.endTime)}</time></p>
    <div class="plan"><h5 class="name"><bdi>${safe(each.activityName)}</bdi></h5> <span class="kind">${safe(each.scheduleType)}</span>
      ${detailLine(each.locationName, each.hostNames && `with ${each.hostNames}`, `${each.occupantsCount} guests`)}
      ${notes.length ? `<div class="notes">${notes.map(note => `<p><bdi>${safe(note)}</bdi></p>`).join('')}</div>` : ''}
    </div>
    <button class="add" type="button" aria-label="Add to calendar: ${safe(each.activityName)}"></button></li>`
}

function detailLine(...words) {
  const said = words.filter(Boolean)
  return `<p class="details">${said.map(word => `<span><bdi>${safe(word)}</bdi></span> `).join('')}</p>`
}

function weekday(date) {
  return said(date, { weekday: 'long' })
}

function dayAndMonth(date) {
  return said(date, { day: 'numeric', month: 'long', year: 'numeric' })
}

function said(date, how) {
  return new Date(`${date}Z`).toLocaleDateString('en-GB', { ...how, timeZone: 'UTC' })
}

function safe(text) {
  const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return String(text ?? '').replace(/[&<>"]/g, character => entities[character])
}
