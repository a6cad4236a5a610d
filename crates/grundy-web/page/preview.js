/** Previews of the moves of a rules file: the picture that its `show` draws of the position after the move. @module */

import { listMoves } from "./api.js";
import { h } from "./dom.js";

/**
 * Shows the position after a move while the pointer or the focus is on the move in the list.
 * @param {import("./play.js").Play} play
 */
export function listenForPreviews(play) {
  const { moves: panel } = play.panels;
  const box = h("pre", { class: "move-preview", "aria-hidden": "true" });
  /** The move whose picture is shown or requested. */
  let current = "";
  const hide = () => {
    current = "";
    box.remove();
  };
  /** @param {Event} event */
  const show = async (event) => {
    const button = event.target instanceof Element ? event.target.closest(".move") : null;
    const text = /** @type {HTMLElement | null} */ (button)?.dataset.key?.slice(5) ?? "";
    if (text === current) return;
    hide();
    const { session } = play;
    const move = session?.now.moves.find((each) => each.move === text);
    if (!session || !move || !button) return;
    current = text;
    const answer = await listMoves(session.game, move.after.position).catch(() => null);
    if (current !== text || answer?.picture === null || answer?.picture === undefined) return;
    box.textContent = answer.picture;
    box.style.top = `${button.getBoundingClientRect().top - panel.getBoundingClientRect().top}px`;
    panel.append(box);
  };
  panel.addEventListener("pointerover", show);
  panel.addEventListener("focusin", show);
  panel.addEventListener("pointerleave", hide);
  panel.addEventListener("focusout", hide);
}
