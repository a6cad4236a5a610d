/** The home of the page: the games with a picture each, the lessons, the loaded tables, and a link to write a game. @module */

import { describeGame as requestGame } from "./api.js";
import { loadBoard } from "./boards/index.js";
import { byId, h } from "./dom.js";
import { GROUPS, describeGame, getTitle } from "./games.js";
import { drawScene } from "./scene.js";
import { TOPICS, toLessonHash } from "./topics.js";

/** @typedef {import("./api.js").Entry} Entry */

/** The lessons on Nim, as links. */
const LESSONS = ["Two heaps", "The computer begins", "Three heaps", "Matching groups", "On your own"];
/** The game of a card, and the position of its picture, where they are not those of the example. @type {Record<string, [string, string][]>} */
const PICTURES = {
  nim: [["nim", "3 4 5"]], moore: [["moore:2", "3 4 5 6"]], bash: [["bash:3", "12"]], kayles: [["kayles", "9"]], wythoff: [["wythoff", "5 8"]],
  "grundys-game": [["grundys-game", "2 3 4"]], tictactoe: [["tictactoe", "X.O.XO..."]], mnk: [["mnk:5,4,4", "...../.OX../..XO./....."]],
  connect4: [["connect4:5x4", "...../..O../.OX../.XXO."]], "three-mens-morris": [["three-mens-morris", "X.O/.X./..O X"]],
  "nine-mens-morris": [["nine-mens-morris", "X.O/.X./..O/X....O/.../O../..X X"]], "six-mens-morris": [["six-mens-morris", "X.O/.X./.O.X/.../O.. X"]],
  "five-mens-morris": [["five-mens-morris", "XO./.X./O..X/.../..O X"]],
  dao: [["dao", "X..O/.XO./.OX./O..X X"]], teeko: [["teeko", "...../.XO../..X../.OX../...O. X"]], "teeko-movement": [["teeko-movement", "X..../.XO../..O../.OX../..OX. X"]],
  quixo: [["quixo:3", "X../.O./..X X"]], kalah: [["kalah:3,3", "0 4 4 +1 / 3 3 3 +0 S"]], "dots-and-boxes": [["dots-and-boxes:2x2", "hh/vv./h./.v./.. 1:0 B"]],
  hex: [["hex:4", "..O./.XO./.X../.X.."]], othello: [["othello:4", ".X../.XX./.XO./.... O"]], chomp: [["chomp:3,4", "4 3 2"]],
  domineering: [["domineering:4x4", "X.../X.XX/..X./..X. V"]], cram: [["cram:3x4", "##../..#./..#."]], "node-kayles": [["node-kayles:3x4", "##../#.../...."]],
  chess: [["chess:KQvK", "Kc3 Qd1 ke5 w"], ["chess:KRvK", "Kc3 Rd1 ke5 w"], ["chess:KPvK", "Ke4 Pd4 kd6 w"]],
};

/**
 * Opens the view.
 * @param {import("./picker.js").ViewContext} context
 */
export function show({ entries, tables }) {
  /** The pictures, which are drawn when their boards are loaded. @type {Promise<void>[]} */
  const pictures = [];
  let isClosed = false;
  /** @param {Entry} entry */
  const createCards = (entry) => (PICTURES[entry.name] ?? [[entry.example.game, entry.example.position ?? ""]]).map(([game, position]) => {
    const picture = h("div", { class: "thumbnail", "aria-hidden": "true" });
    pictures.push(loadBoard(game).then((board) => {
      const scene = isClosed ? null : board.createScene(game, position);
      if (scene) picture.append(drawScene(scene).drawing);
    }));
    const title = getTitle(entries, game);
    return h("li", {}, h("a", { class: "card", href: `#${new URLSearchParams({ game })}`, "data-game": game }, picture, h("b", {}, title), createRules(entry, game)));
  });
  const groups = GROUPS.map((group) => {
    const members = entries.filter((entry) => describeGame(entry.name).group === group);
    return h("section", {}, h("h2", {}, group), h("ul", { class: "cards" }, members.flatMap(createCards)));
  });
  const own = h("section", {}, h("h2", {}, "Your own"), h("ul", { class: "cards" },
    h("li", {}, h("a", { class: "card", href: "#view=rules" }, h("div", { class: "thumbnail code", "aria-hidden": "true" }, "def moves(s):\n  return […]"), h("b", {}, "Write your own game"), h("span", { class: "muted" }, "A few lines of rules, and the page plays it and knows who wins."))),
    tables.map((table) => h("li", {}, h("a", { class: "card", href: `#${new URLSearchParams({ view: "table", table: table.name })}` }, h("b", {}, table.rules ?? table.game ?? table.name), h("span", { class: "muted" }, "A solved table of this server."))))));
  byId("view").replaceChildren(
    h("h2", { class: "welcome" }, "Play games against a program that knows who can win, by which move, and why"),
    h("section", { class: "lessons-box" }, h("h3", {}, "New here? Learn to win at Nim"),
      h("ol", {}, LESSONS.map((title, i) => h("li", {}, h("a", { href: `#lesson=${i + 1}` }, title)))),
      h("h3", {}, "Lessons: how the program knows"),
      h("ul", { class: "topics" }, TOPICS.map(({ id, title, summary }) => h("li", {}, h("a", { href: toLessonHash(id) }, title), h("span", { class: "muted" }, summary))))),
    ...groups, own);
  // A card can be used without its picture.
  void Promise.allSettled(pictures).then(() => performance.mark("drawn"));
  return { close: () => {
    isClosed = true;
  } };
}

/**
 * Creates the first sentence of the rules. The catalogue has those of the examples; the sentence of another game takes the place of one of
 * about its length.
 * @param {Entry} entry
 * @param {string} game
 */
function createRules(entry, game) {
  const text = h("span", { class: "muted" }, firstSentence(entry.rules_of_example));
  if (game === entry.example.game || game === entry.name) return text;
  text.style.visibility = "hidden";
  void requestGame(game).then(({ rules_of_example: rules }) => {
    text.textContent = firstSentence(rules);
    text.style.visibility = "";
  }, () => text.remove());
  return text;
}

/** @param {string} text */
const firstSentence = (text) => `${text.split(/[.;:] /)[0]?.replace(/\.$/, "")}.`;
