import { describe, expect, test } from 'vitest';
import { cleanLine, cleanText, fold, isBlank } from './text.ts';

describe('text at the door', () => {
  test.each([
    ['trimmed', '  Anna \n', 'Anna'],
    ['composed', 'Zu\u0308rich', 'Zürich'],
    ['line ends are \\n', 'a\r\nb\rc', 'a\nb\nc'],
    ['right to left and emoji stay', 'سلام 🏃‍♀️', 'سلام 🏃‍♀️'],
    ['HTML stays as typed', '<b>Anna</b>', '<b>Anna</b>'],
    ['NUL is refused', 'a\u0000b', null],
    ['a bell is refused', 'a\u0007b', null],
    ['a lone surrogate is refused', 'a\uD800b', null],
    ['DEL is refused', 'a\u007Fb', null],
  ])('%s', (_, typed, kept) => expect(cleanText(typed)).toBe(kept));

  test('one line has no line end', () => {
    expect(cleanLine('Anna\nBcc: x@example.ch')).toBeNull();
    expect(cleanLine(' Anna ')).toBe('Anna');
  });
});

test.each([
  ['', true],
  [' \u00A0\u2003', true],
  ['\u200B\u2060', true],
  ['\u202E', true],
  ['\u0301', true],
  ['Q', false],
  ['—', false],
  ['李', false],
  ['🏃‍♀️', false],
])('%j shows nothing: %s', (text, blank) => expect(isBlank(text)).toBe(blank));

test.each([
  ['Öztürk', 'ozturk'],
  ['de Preux', 'de preux'],
  ['Æbischer', 'aebischer'],
  ['Groß', 'gross'],
  ['Nguyễn', 'nguyen'],
  ['D’Amico', 'damico'],
  ["O'Brien", 'obrien'],
  ['Đorđević', 'dordevic'],
  ['Łukasz', 'lukasz'],
  ['  Hürlimann -  Zgraggen ', 'hurlimann - zgraggen'],
])('«%s» is found and sorted as «%s»', (name, folded) => expect(fold(name)).toBe(folded));
