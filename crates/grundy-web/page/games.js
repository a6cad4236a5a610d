/** What the page says of each game of the catalogue: its title, its group, its history, and its chapter of the theory. @module */

/** @typedef {import("./api.js").Entry} Entry */
/**
 * @typedef {object} Game
 * @property {string} title
 * @property {string} group
 * @property {string} history
 * @property {string} chapter the file of the chapter of the theory, without `.md`
 */

/** The groups of the gallery. */
export const GROUPS = ["Heaps", "Boards", "Rows and tiles", "Chess endgames", "Numbers and dates"];

/**
 * @param {string} title
 * @param {string} group
 * @param {string} chapter
 * @param {string} history
 * @returns {Game}
 */
const game = (title, group, chapter, history) => ({ title, group, chapter, history });
const [HEAPS, BOARDS, TILES, CHESS, NUMBERS] = /** @type {[string, string, string, string, string]} */ (GROUPS);

/** @type {Record<string, Game>} */
const GAMES = {
  nim: game("Nim", HEAPS, "nim-and-sums", "Charles Bouton solved Nim in 1901 and gave it its name. Every impartial game without draws is worth a heap of Nim."),
  moore: game("Moore's Nim", HEAPS, "moore", "E. H. Moore generalised Bouton's rule in 1910."),
  bash: game("Bachet's game", HEAPS, "subtraction-games", "Claude-Gaspard Bachet described the game in 1612, with numbers up to 100."),
  subtraction: game("Subtraction game", HEAPS, "subtraction-games", "Winning Ways (1982) has a chapter on games in which the numbers that may be taken are fixed."),
  octal: game("Octal game", HEAPS, "take-and-break-games", "Richard Guy and Cedric Smith named these games by codes in 1956."),
  kayles: game("Kayles", HEAPS, "take-and-break-games", "Henry Dudeney published Kayles in 1908: pins in a row, and a ball that knocks down one or two neighbours. Guy and Smith found the period 12."),
  "dawsons-kayles": game("Dawson's Kayles", HEAPS, "take-and-break-games", "Kayles in which a ball always knocks down two neighbours. Its period is 34."),
  "dawsons-chess": game("Dawson's Chess", HEAPS, "take-and-break-games", "T. R. Dawson's chess problem of 1935 about pawns that must capture."),
  officers: game("Officers", HEAPS, "take-and-break-games", "It is not known whether the values of Officers are periodic."),
  treblecross: game("Treblecross", HEAPS, "take-and-break-games", "Tic-tac-toe on a strip in which both players write crosses."),
  "grundys-game": game("Grundy's game", HEAPS, "take-and-break-games", "Patrick Grundy asked in 1939 for its values. Whether they are periodic is an open problem."),
  wythoff: game("Wythoff's game", HEAPS, "wythoff", "Willem Wythoff found in 1907 that the lost pairs follow the golden ratio."),
  tictactoe: game("Tic-tac-toe", BOARDS, "values-and-outcomes", "Games of three in a row were played in ancient Egypt and Rome. With best play, it is a draw."),
  mnk: game("In a row", BOARDS, "searching", "Tic-tac-toe, Gomoku and their relatives are games of this family."),
  connect4: game("Connect four", BOARDS, "searching", "Howard Wexler and Ned Strongin designed it in 1974. James Allen and Victor Allis solved it in 1988: on the board of 7 by 6, the first player wins."),
  "three-mens-morris": game("Three men's morris", BOARDS, "retrograde-analysis", "Boards of this game are cut into the roofs of old temples and the seats of English cathedrals."),
  "nine-mens-morris": game("Nine men's morris", BOARDS, "retrograde-analysis", "Boards of three squares are found on Roman buildings. Ralph Gasser solved the game in 1993: it is a draw."),
  "six-mens-morris": game("Six men's morris", BOARDS, "retrograde-analysis", "The smaller board, of two squares, was played on in the Middle Ages."),
  "five-mens-morris": game("Five men's morris", BOARDS, "retrograde-analysis", "The board of six men's morris, with one man fewer each."),
  dao: game("Dao", BOARDS, "retrograde-analysis", "Jeff Pickering and Ben van Buskirk published Dao in 1999."),
  teeko: game("Teeko", BOARDS, "retrograde-analysis", "The magician John Scarne invented Teeko in 1937. Guy Steele solved it in 1998: it is a draw."),
  "teeko-movement": game("Teeko with placed men", BOARDS, "retrograde-analysis", "The second part of John Scarne's Teeko."),
  quixo: game("Quixo", BOARDS, "tiers-and-indices", "Thierry Chapeau published Quixo in 1995. On five by five it is a draw, as was proved in 2020."),
  kalah: game("Kalah", BOARDS, "tiers-and-indices", "William Champion sold Kalah in the 1940s as a form of the African games of sowing."),
  "dots-and-boxes": game("Dots and boxes", BOARDS, "tiers-and-indices", "Édouard Lucas described it in 1889."),
  hex: game("Hex", BOARDS, "searching", "Piet Hein found Hex in 1942, and John Nash found it again in 1948. Nash proved that the first player can win."),
  othello: game("Othello", BOARDS, "searching", "Reversi was sold in London from the 1880s, and Othello in Japan from 1973."),
  chomp: game("Chomp", TILES, "other-games", "David Gale published Chomp in 1974. The first player wins on every bar, but no simple rule for the move is known."),
  domineering: game("Domineering", TILES, "values-and-outcomes", "Göran Andersson invented it, and Martin Gardner made it known in 1974."),
  cram: game("Cram", TILES, "symmetry", "Domineering in which both players may place dominoes in both directions."),
  "node-kayles": game("Node Kayles", TILES, "symmetry", "Kayles on a graph, here on a grid."),
  chess: game("Chess endgame", CHESS, "retrograde-analysis", "Ken Thompson computed endgames of up to five men in the 1970s and 1980s."),
  king: game("The king to the corner", NUMBERS, "other-games", "A problem of the Hangzhou Dianzi University's judge, known as “kiki's game”."),
  divisor: game("Divisors", NUMBERS, "other-games", "A problem of the Zhejiang University's judge. A number is worth the count of its prime factors."),
  calendar: game("The calendar game", NUMBERS, "other-games", "A problem of a programming contest at Taejon in 2001."),
};

/**
 * Splits a game into its name and its parameters.
 * @param {string} text
 * @returns {[string, string]}
 */
export function splitGame(text) {
  const colon = text.indexOf(":");
  return colon < 0 ? [text, ""] : [text.slice(0, colon), text.slice(colon + 1)];
}

/** @param {string} text */
export const isSum = (text) => text.includes(" + ");

/**
 * Finds the entry of a game in the catalogue, by its name or an alias. A sum of games has none.
 * @param {Entry[]} entries
 * @param {string} text
 * @returns {Entry | undefined}
 */
export function findEntry(entries, text) {
  const [name] = splitGame(text);
  return isSum(text) ? undefined : entries.find((entry) => entry.name === name || entry.aliases.includes(name));
}

/**
 * Describes a game by the name of its entry. A game that the page does not know has its name as the title.
 * @param {string} name
 * @returns {Game}
 */
export const describeGame = (name) => GAMES[name] ?? game(name, BOARDS, "", "");

/**
 * Returns the title of a game with its parameters.
 * @param {Entry[]} entries
 * @param {string} text
 */
export function getTitle(entries, text) {
  const entry = findEntry(entries, text);
  if (!entry) return isSum(text) ? "A sum of games" : text;
  const [, parameters] = splitGame(text);
  const { title } = describeGame(entry.name);
  if (entry.name === "chess") return { KQvK: "King and queen against king", KRvK: "King and rook against king", KPvK: "King and pawn against king" }[parameters] ?? title;
  return parameters ? `${title}, ${parameters.replace(/^(\d+)x(\d+)$/, "$1 × $2").replaceAll(",", ", ")}` : title;
}
