/** A time limit in words: in minutes where they are whole, as the booklets say it. */
export function durationText(seconds: number, locale: string): string {
  const whole = seconds >= 60 && seconds % 60 === 0
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: whole ? 'minute' : 'second',
    unitDisplay: 'long',
  })
  return format.format(whole ? seconds / 60 : seconds)
}
