/** The play on the page: who moves, what is played and taken back; its panels are drawn by the modules beside it. @module */

import { ApiError } from "./api.js";
import { chooser, usualPosition } from "./chooser.js";
import { byId, fill, h } from "./dom.js";
import { headline } from "./headline.js";
import { historyPanel } from "./history.js";
import { LESSONS, lessonPanel } from "./lessons.js";
import { notesPanel } from "./notes.js";
import { positionPanel } from "./position.js";
import { Session } from "./session.js";
import { human, names, verdict } from "./verdict.js";
import { whyPanel } from "./why.js";

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
    lessonPanel(this);
    headline(this);
    if (!state.position && !state.rules) {
      const usual = await usualPosition(state.game, this.entries);
      if (this.closed) return;
      state.position ||= usual;
    }
    this.drawChooser();
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
    lessonPanel(this);
    headline(this);
    positionPanel(this);
    notesPanel(this);
    historyPanel(this);
    whyPanel(this);
    this.drawSwitches();
  }

  /** What a rules file calls its game. */
  rulesName = "";

  drawSwitches() {
    const { state } = this;
    /** @param {"values" | "remoteness"} name @param {string} text */
    const one = (name, text) => h("label", { class: "check" },
      h("input", { type: "checkbox", checked: state[name], "data-key": name, disabled: name === "remoteness" && !state.values, onchange: () => this.toggle(name) }), text);
    fill(this.parts.switches, [one("values", "show values"), one("remoteness", "and how soon")]);
  }
}
