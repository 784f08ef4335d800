import { describe, expect, it } from 'vitest'
import { wordsIn } from './words'

const BOOK = {
  language: 'de',
  words: { run: 'Reihe', group: 'Satz', meld: 'Serie', melds: 'Serien' },
}

describe('the words of the game', () => {
  it('are those of the booklet in its own language', () => {
    expect(wordsIn('de', BOOK)).toEqual({
      ...BOOK.words,
      Run: 'Reihe',
      Group: 'Satz',
      Melds: 'Serien',
    })
  })

  it.each([BOOK, null])('are the usual ones in another language and without a booklet', (book) => {
    expect(wordsIn('en', book)).toEqual({
      run: 'run',
      group: 'group',
      meld: 'meld',
      melds: 'melds',
      Run: 'Run',
      Group: 'Group',
      Melds: 'Melds',
    })
  })
})
