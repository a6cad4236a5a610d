/** The view in which one plays: verdict, board, moves, history, hints. @module */

import { ApiError } from "./api.js";
import { boardOf } from "./boards.js";
import { chooser, usualPosition } from "./chooser.js";
import { byId, fill, h } from "./dom.js";
import { heapBoard, heapsOf } from "./heaps.js";
import { historyOf } from "./history.js";
import { LESSONS, PARTS_FROM, nimHint } from "./lessons.js";
import { moveList } from "./moves.js";
import { Session } from "./session.js";
import { account, gentle, human, inTheory, names, verdict, winner } from "./verdict.js";
import { paragraphs } from "./why.js";

/** @typedef {import("./api.js").Entry} Entry */
/** @typedef {import("./api.js").Move} Move */
/** @typedef {import("./state.js").State} State */

/** How long the computer seems to think, in milliseconds, so that its move can be followed. */
const THINKS = 450;

/** The play on the page. */
export class Play {
  /**
   * @param {State} state changed as the play goes on
   * @param {Entry[]} entries
   * @param {{saved: () => void, go: (change: Partial<State>) => void, say: (text: string) => void}} page
   */
  constructor(state, entries, page) {
    this.state = state;
    this.entries = entries;
    this.page = page;
    /** @type {Session | null} */
    this.session = null;
    /** How much of a hint is shown: 0 nothing, 1 a thought, 2 the move. */
    this.hinted = 0;
    /** @type {ApiError | null} */
    this.trouble = null;
    this.thinking = false;
    this.closed = false;
    /** Distinguishes the replies that are still wanted. */
    this.turn = 0;
    this.seed = Math.floor(Math.random() * 2 ** 31);
    const asides = /** @type {const} */ (["lesson", "verdict", "board", "notes", "history", "moves", "why", "switches"]);
    /** @type {Record<typeof asides[number], HTMLElement>} */
    this.parts = /** @type {any} */ ({});
    for (const name of asides) this.parts[name] = h("section", { class: name });
    this.parts.board.tabIndex = -1;
    this.parts.board.setAttribute("aria-label", "the position");
    this.chooserBox = h("details", { class: "choose" });
    byId("view").replaceChildren(
      this.chooserBox,
      this.parts.lesson,
      h("div", { class: "table" },
        h("div", { class: "left" }, this.parts.verdict, this.parts.board, this.parts.notes, this.parts.history, this.parts.why),
        h("div", { class: "right" }, this.parts.switches, this.parts.moves)),
    );
  }

  /** Loads the game and plays the line of the link. */
  async begin() {
    const { state } = this;
    const lesson = LESSONS[state.lesson - 1];
    if (lesson && !state.position) Object.assign(state, { game: "nim", position: lesson.position, first: lesson.first });
    if (!lesson) state.lesson = 0;
    if (!state.position && !state.rules) state.position = usualPosition(state.game, this.entries);
    this.drawChooser();
    this.drawLesson();
    this.drawVerdict();
    try {
      const session = await Session.begin({ game: state.game, misere: state.misere, set: state.set }, state.position, state.line);
      if (this.closed) return;
      if (state.at < session.moves.length) session.at = state.at;
      this.session = session;
      this.trouble = session.trouble;
    } catch (error) {
      this.fail(error);
      this.chooserBox.open = true;
    }
    this.draw();
    performance.mark("playable");
    if (this.session) this.page.say(verdict(this.session, state));
    await this.answer();
  }

  /** The view gives way to another. */
  close() {
    this.closed = true;
    this.turn++;
  }

  /** @param {unknown} error */
  fail(error) {
    this.trouble = error instanceof ApiError ? error : new ApiError(0, `The page failed: ${error}`, "reload it", []);
    this.page.say(this.trouble.message);
  }

  /** Whether the computer is to move. */
  get isComputers() {
    return this.state.against === "computer" && this.session !== null && this.session.mover !== human(this.state);
  }

  /** @param {Move} move */
  async play(move) {
    const { session } = this;
    if (!session || this.thinking || session.isOver) return;
    this.hinted = 0;
    this.trouble = null;
    const who = names(this.state, session)[session.mover] ?? "";
    try {
      if (!(await session.play(move))) return;
    } catch (error) {
      this.fail(error);
      return this.draw();
    }
    if (this.closed) return;
    this.turn++;
    this.save();
    this.draw();
    this.page.say(`${who}: ${move.move}. ${verdict(session, this.state)}`);
    await this.answer();
  }

  /** The computer moves for as long as it is its turn. */
  async answer() {
    const { session, state } = this;
    if (!session || !this.isComputers || session.isOver || !session.isLatest || this.trouble) return;
    const turn = ++this.turn;
    this.thinking = true;
    this.draw();
    try {
      const [move] = await Promise.all([
        session.reply(state.skill, this.seed + session.at),
        new Promise((done) => setTimeout(done, THINKS)),
      ]);
      if (turn !== this.turn) return;
      this.thinking = false;
      await this.play(move);
    } catch (error) {
      if (turn !== this.turn) return;
      this.thinking = false;
      this.fail(error);
      this.draw();
    }
  }

  /** @param {number} at */
  goTo(at) {
    const { session } = this;
    if (!session || at < 0 || at > session.moves.length || at === session.at) return;
    this.turn++;
    this.thinking = false;
    this.hinted = 0;
    this.trouble = null;
    session.at = at;
    this.save();
    this.draw();
    this.page.say(`${at ? `after move ${at}` : "the start"}: ${session.now.position}. ${verdict(session, this.state)}`);
  }

  /** Where a person last chose a move; below 0, where none did. */
  get chosenAt() {
    const { session, state } = this;
    let at = session ? session.at - 1 : -1;
    while (state.against === "computer" && at >= 0 && session?.movers[at] !== human(state)) at--;
    return at;
  }

  undo() {
    this.goTo(this.chosenAt);
  }

  /** The computer moves at the position on the board; what came after it is forgotten. */
  letGo() {
    this.trouble = null;
    this.session?.forget();
    void this.answer();
  }

  hint() {
    this.hinted = Math.min(2, this.hinted + 1);
    this.draw();
    this.page.say(this.parts.notes.textContent ?? "");
  }

  /** Plays the best move for whoever is to move. */
  best() {
    const move = this.session?.now.moves[0];
    if (move) void this.play(move);
  }

  /** @param {"values" | "remoteness"} name */
  toggle(name) {
    this.state[name] = !this.state[name];
    this.save();
    this.draw();
    this.page.say(`${name} ${this.state[name] ? "on" : "off"}. ${this.session ? verdict(this.session, this.state) : ""}`);
  }

  save() {
    const { session, state } = this;
    if (session) {
      state.line = session.moves.map((move) => move.move);
      state.at = session.at;
    }
    this.page.saved();
  }

  drawChooser() {
    const { state } = this;
    fill(this.chooserBox, [
      h("summary", {}, "Choose a game"),
      chooser(state, this.entries, (change) => this.page.go(change)),
    ]);
  }

  draw() {
    if (this.closed) return;
    this.drawLesson();
    this.drawVerdict();
    this.drawBoard();
    this.drawHistory();
    this.drawWhy();
    this.drawSwitches();
  }

  drawLesson() {
    const { session, state } = this;
    const lesson = LESSONS[state.lesson - 1];
    this.parts.lesson.hidden = !lesson;
    if (!lesson) return;
    const won = session?.isOver && winner(session) === human(state);
    const next = LESSONS[state.lesson];
    fill(this.parts.lesson, [
      h("ol", { class: "path", "aria-label": "lessons" }, LESSONS.map((one, i) => h("li", {},
        h("a", { href: `#lesson=${i + 1}`, "aria-current": i + 1 === state.lesson ? "step" : null, "aria-label": `lesson ${i + 1}: ${one.title}` }, String(i + 1))))),
      h("h2", {}, `Learn to win Nim, ${state.lesson} of ${LESSONS.length}: ${lesson.title}`),
      h("p", {}, won ? lesson.learnt : lesson.task),
      won && next && h("a", { class: "button main", href: `#lesson=${state.lesson + 1}`, "data-key": "next" }, `Next: ${next.title}`),
    ]);
  }

  drawVerdict() {
    const { session, state } = this;
    const entry = this.entries.find((one) => one.name === state.game.split(":")[0]);
    const rules = entry && !state.rules ? entry.rules : "";
    const title = state.rules ? this.rulesName || "Your rules file" : state.game + (state.misere ? ", misère" : "");
    const said = this.thinking ? "The computer is thinking …" : session ? verdict(session, state) : this.trouble ? "" : "Working it out …";
    const theory = session && state.values && !this.thinking && !session.isOver ? inTheory(session) : "";
    const value = session && state.values && !this.thinking && !session.isOver ? session.now.value : null;
    const head = !state.lesson && [h("h2", {}, title), ...rulesOf(rules, state.misere)];
    fill(this.parts.verdict, [
      head || [],
      h("p", { class: `said ${value ?? ""}` }, said, theory && h("span", { class: "theory" }, ` (${theory})`)),
      this.trouble && h("p", { class: "trouble", role: "alert" }, `${this.trouble.message}${this.trouble.help ? `: ${this.trouble.help}` : ""}`),
    ]);
  }

  /** What a rules file calls its game. */
  rulesName = "";

  drawBoard() {
    const { session, state, parts } = this;
    if (!session) {
      fill(parts.board, []);
      fill(parts.moves, []);
      return;
    }
    const { now } = session;
    const disabled = this.thinking || this.isComputers;
    const marked = this.hinted > 1 ? now.moves[0]?.move ?? "" : "";
    const shown = {
      values: state.values, remoteness: state.remoteness, marked, disabled,
      play: (/** @type {Move} */ move) => void this.play(move), say: this.page.say,
      grouped: state.game === "nim" && (state.lesson >= PARTS_FROM || this.hinted > 0),
    };
    const heaps = heapsOf(now.game, now.position);
    const board = heaps?.length ? heapBoard(now, heaps, shown) : boardOf(now, shown);
    const last = session.moves[session.at - 1];
    const by = names(state, session)[session.movers[session.at - 1] ?? 0];
    fill(parts.board, [
      board ?? h("pre", { class: "text-board" }, now.position === "0" && heaps ? "no stones left" : now.position),
      last && h("p", { class: "last" }, `${by}: ${last.move}`),
    ], parts.board);
    if (!session.isOver && (!state.lesson || state.values)) {
      fill(parts.moves, [h("h3", {}, "Moves"), ...moveList(now.moves, shown), now.moves_total !== undefined && h("p", { class: "quiet" }, `The best ${now.moves.length} of ${now.moves_total} moves.`)], parts.board);
    } else {
      fill(parts.moves, []);
    }
    this.drawNotes(heaps);
  }

  /** @param {bigint[] | null} heaps */
  drawNotes(heaps) {
    const { session, state, parts } = this;
    if (!session) return fill(parts.notes, []);
    const { now } = session;
    const lesson = LESSONS[state.lesson - 1];
    const thought = lesson?.hint && session.at === 0 ? lesson.hint
      : state.game === "nim" && !state.misere && heaps ? nimHint(heaps) : gentle(session);
    const lost = session.mistakes(human(state))[0];
    const over = session.isOver;
    const stuck = this.isComputers && !this.thinking && (!session.isLatest || this.trouble !== null);
    fill(parts.notes, [
      h("div", { class: "buttons" },
        !over && h("button", { type: "button", "data-key": "hint", disabled: this.thinking || this.isComputers, onclick: () => this.hint() }, this.hinted === 1 ? "Show the move" : "Hint"),
        h("button", { type: "button", "data-key": "undo", disabled: this.chosenAt < 0, onclick: () => this.undo() }, "Take back"),
        h("button", { type: "button", "data-key": "again", onclick: () => this.page.go({ line: [], at: 0 }) }, "New game"),
        stuck && !over && h("button", { type: "button", onclick: () => this.letGo() }, "Let the computer move"),
        over && lost !== undefined && h("button", { type: "button", class: "main", "data-key": "mistake", onclick: () => this.goTo(lost) }, "Back to the first mistake"),
      ),
      over && h("p", {}, account(session, state)),
      !over && this.hinted > 0 && h("p", { class: "hint" }, thought),
      !over && this.hinted > 1 && now.moves[0] && h("p", { class: "hint" }, now.value === "loss" ? `The longest defence: ${now.moves[0].move}.` : `The best move: ${now.moves[0].move}.`),
    ], parts.board);
  }

  drawHistory() {
    const { session, state, parts } = this;
    if (!session || !session.moves.length) return fill(parts.history, []);
    const player = human(state);
    const of = state.against === "computer" ? "you" : names(state, session)[player] ?? "";
    fill(parts.history, [
      h("h3", {}, state.values ? `The value for ${of}, move by move` : "The moves so far"),
      ...historyOf(session, player, { values: state.values, names: names(state, session), of, go: (n) => this.goTo(n) }),
    ], parts.board);
    const current = parts.history.querySelector("[aria-current]");
    const box = parts.history.querySelector(".history-scroll");
    if (current instanceof HTMLElement && box) box.scrollLeft = current.offsetLeft - box.clientWidth / 2;
  }

  drawWhy() {
    const { session, parts } = this;
    if (!session) return fill(parts.why, []);
    if (!parts.why.firstChild) {
      parts.why.append(h("details", {}, h("summary", {}, "Why?"), h("div", { class: "because" })));
    }
    parts.why.querySelector(".because")?.replaceChildren(
      ...paragraphs(session.now.why),
      ...(session.now.notes ?? []).map((note) => h("p", { class: "quiet" }, note)),
    );
  }

  drawSwitches() {
    const { state } = this;
    /** @param {"values" | "remoteness"} name @param {string} text */
    const one = (name, text) => h("label", { class: "check" },
      h("input", { type: "checkbox", checked: state[name], "data-key": name, disabled: name === "remoteness" && !state.values, onchange: () => this.toggle(name) }), text);
    fill(this.parts.switches, [one("values", "show values"), one("remoteness", "and how soon")]);
  }
}

/** Rules that are longer are folded after their first sentences. */
const SHORT = 240;

/**
 * @param {string} text
 * @param {boolean} misere
 * @returns {HTMLElement[]}
 */
function rulesOf(text, misere) {
  const rules = text.replaceAll("`", "");
  const turned = misere && h("p", { class: "rules" }, "Misère play: it is the other way round, and whoever cannot move wins.");
  const end = rules.length > SHORT ? rules.indexOf(". ", 90) + 1 : 0;
  const shown = !rules ? [] : !end ? [h("p", { class: "rules" }, rules)] : [
    h("p", { class: "rules" }, rules.slice(0, end)),
    h("details", { class: "rules" }, h("summary", {}, "the rest of the rules"), h("p", {}, rules.slice(end + 1))),
  ];
  return turned ? [...shown, turned] : shown;
}
