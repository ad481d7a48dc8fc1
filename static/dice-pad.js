// Turns the text fields of an ask into a pad: one key for each face, one tap for each die.
"use strict";

(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const COLOURS = ["white", "red", "blue", "yellow", "green", "attack", "defence"];

  const make = (tag, classes, text = "") => {
    const made = document.createElement(tag);
    made.className = classes;
    made.textContent = text;
    if (tag === "button") made.type = "button";
    return made;
  };

  const SHAPES = { red: "d8", green: "d8g", "blue d6": "d6r", d4: "d4", d8: "d8", d10: "d10", d12: "d12", d20: "d20" };

  const shape = (die) => SHAPES[die] || SHAPES[die.split(" ").pop()] || "d6";

  const part = (svg, tag, attributes) => {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    svg.append(made);
    return made;
  };

  const picture = (pool, face) => {
    if (pool.wordy) return make("span", "", face);
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("class", "die-drawn");
    svg.setAttribute("viewBox", "0 0 64 64");
    svg.setAttribute("aria-hidden", "true");
    const drawn = shape(pool.die);
    const pips = drawn.startsWith("d6") && face >= 1 && face <= 6;
    part(svg, "use", { class: "body", href: `${pool.sheet}#${drawn}` });
    const shown = pool.pictures.includes(face) ? face : pips ? `pip-${face}` : "";
    const place = { x: 17, y: 16, width: 30, height: 30 };
    if (shown) part(svg, "use", { class: "face", href: `${pool.sheet}#${shown}`, ...place });
    else part(svg, "text", { x: 32, y: 41 }).textContent = face;
    // Dice of one shape are told apart by more than their colours.
    if (pool.colour) part(svg, "use", { class: "letter", href: `${pool.sheet}#letter-${pool.colour[0]}`, x: 54, y: 60 });
    return svg;
  };

  // Faces of several words are put together again from what was typed.
  const spelled = (text, symbols) => {
    const words = (face) => face.replaceAll(",", " ").split(" ").filter(Boolean);
    const long = symbols.filter((face) => words(face).length > 1).sort((one, other) => words(other).length - words(one).length);
    const faces = [];
    for (let rest = words(text); rest.length; ) {
      const face = long.find((face) => words(face).every((word, place) => word === rest[place]));
      faces.push(face || rest[0]);
      rest = rest.slice(face ? words(face).length : 1);
    }
    return faces;
  };

  const pooled = (input) => {
    const { die, count, by, side } = input.dataset;
    const { pictures, sheet } = input.form.dataset;
    const symbols = JSON.parse(input.dataset.symbols);
    return {
      input,
      die,
      by,
      side,
      sheet,
      symbols,
      pictures: pictures.split("|"),
      count: Number(count),
      wordy: symbols.some((face) => face.length > 8),
      colour: COLOURS.find((colour) => die.startsWith(colour)) || "",
      faces: spelled(input.value, symbols),
      get left() {
        return this.count - this.faces.length;
      },
    };
  };

  const pad = (form) => {
    if (form.classList.contains("is-padded") || form.closest("details:not([open])")) return;
    form.classList.add("is-padded");
    const pools = [...form.querySelectorAll("[data-symbols]")].map(pooled);
    let current = pools.find((pool) => pool.left > 0) || pools[0];
    let sent = false;

    const group = make("div", "dice-pad");
    const trays = make("div", "trays");
    const keys = make("div", "keys");
    group.tabIndex = -1;
    group.dataset.focus = "";
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", "Enter the dice that fell");
    group.append(trays);
    form.querySelector("[data-pools]").append(group);
    form.querySelector("[data-pools]").after(keys);

    const add = (face) => {
      if (sent || current.left <= 0) return;
      current.faces.push(face);
      show();
      if (pools.every((pool) => pool.left === 0)) send();
      else if (current.left === 0) turn(pools.find((pool) => pool.left > 0) || current);
    };

    const take = (pool, place) => {
      if (sent) return;
      pool.faces.splice(place, 1);
      turn(pool);
    };

    const turn = (pool) => {
      current = pool;
      show();
    };

    // Dice may be entered at once, but they are not sent before a tap may decide something.
    const send = () => {
      sent = true;
      if (document.documentElement.classList.contains("is-new")) setTimeout(send, 50);
      else form.requestSubmit(form.querySelector("[data-enter]"));
    };

    const tray = (pool) => {
      const row = make("div", "tray" + (pool === current ? " is-current" : ""));
      row.dataset.colour = pool.colour;
      if (pool.side) row.dataset.side = pool.side;
      const name = make("button", "tray-name");
      name.append(make("b", "", pool.die), ` ${pool.faces.length} of ${pool.count}`);
      row.addEventListener("click", () => turn(pool));
      row.append(name);
      pool.faces.forEach((face, place) => {
        const wrong = !pool.symbols.includes(face) || place >= pool.count;
        const die = make("button", "die" + (wrong ? " is-wrong" : "") + (pool.wordy ? " is-wordy" : ""));
        die.setAttribute("aria-label", `${face}: take it out`);
        die.append(wrong ? make("span", "", face) : picture(pool, face));
        die.addEventListener("click", (event) => {
          event.stopPropagation();
          take(pool, place);
        });
        row.append(die);
      });
      for (let empty = 0; empty < pool.left; empty += 1) row.append(make("span", "slot"));
      return row;
    };

    const showKeys = () => {
      const wanted = `${current.colour} ${current.symbols.join(" ")}`;
      if (keys.dataset.shown === wanted) return;
      keys.dataset.shown = wanted;
      keys.dataset.colour = current.colour;
      keys.className = `keys keys-${current.wordy ? "wordy" : current.symbols.length}`;
      keys.replaceChildren(
        ...current.symbols.map((face) => {
          const key = make("button", "key");
          key.setAttribute("aria-label", face);
          key.append(picture(current, face));
          if (!current.wordy) key.append(make("small", "", face));
          key.addEventListener("click", () => add(face));
          return key;
        }),
      );
    };

    // One side's dice can be entered while the other still rolls.
    const hand = form.querySelector("[data-enter-hand]");
    const showHand = () => {
      const begun = new Set(pools.filter((pool) => pool.faces.length).map((pool) => pool.by));
      const [by] = begun;
      const own = pools.filter((pool) => pool.by === by);
      hand.hidden = begun.size !== 1 || own.length === pools.length || own.some((pool) => pool.left !== 0);
      hand.textContent = `Enter the dice of ${by}`;
    };

    const show = () => {
      if (hand) showHand();
      for (const pool of pools) pool.input.value = pool.faces.join(" ");
      form.classList.toggle("is-full", pools.every((pool) => pool.left <= 0));
      trays.replaceChildren(...pools.map(tray));
      showKeys();
    };

    form.addEventListener("htmx:sendError", () => (sent = false));
    form.addEventListener("htmx:responseError", () => (sent = false));
    form.addEventListener("type", (event) => {
      const { key } = event.detail;
      const meant = current.symbols.filter((face) => face === key || (face.length > 1 && isNaN(face) && face[0] === key));
      if (meant.length === 1) add(meant[0]);
      else if (key === "Backspace") {
        const last = current.faces.length ? current : pools.findLast((pool) => pool.faces.length);
        if (last) take(last, last.faces.length - 1);
      } else if (key === "Enter" && !sent && form.classList.contains("is-full")) send();
    });
    show();
    if (document.activeElement === document.body || !document.activeElement) group.focus({ preventScroll: true });
  };

  const start = (root) => root.querySelectorAll("[data-dice-pad]").forEach(pad);

  document.addEventListener("keydown", (event) => {
    const form = [...document.querySelectorAll(".is-padded")].find((pad) => pad.checkVisibility());
    const { target } = event;
    if (!form || event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea")) return;
    if (event.key === "Enter" && target.closest("button, a, summary")) return;
    form.dispatchEvent(new CustomEvent("type", { detail: { key: event.key } }));
  });
  document.addEventListener("toggle", () => start(document), true);
  document.addEventListener("htmx:afterSwap", () => start(document));
  document.addEventListener("htmx:load", () => start(document));
  document.addEventListener("DOMContentLoaded", () => start(document));
})();
