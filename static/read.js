// Comforts for a long read. Each of them adds to a page that is whole without it, and nothing is sent anywhere.
(() => {
  const text = document.querySelector(".piece > .text");
  if (!text) return;
  const status = document.getElementById("said");

  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
  const say = (words) => {
    status.textContent = "";
    setTimeout(() => (status.textContent = words), 50);
  };

  // Code can be copied where the browser lets us.
  const addCopy = (code) => {
    const sample = make("div", { className: "sample" });
    const button = make("button", { className: "copy", type: "button", textContent: "Copy" });
    button.setAttribute("aria-label", "Copy code");
    button.addEventListener("click", async () => {
      const copied = await navigator.clipboard.writeText(code.textContent).then(() => true, () => false);
      button.textContent = copied ? "Copied" : "Not copied";
      say(button.textContent);
      setTimeout(() => (button.textContent = "Copy"), 2000);
    });
    code.replaceWith(sample);
    sample.append(code, button);
  };
  if (navigator.clipboard) document.querySelectorAll(".piece pre").forEach(addCopy);

  // Notes stand beside their reference, below one another, where the stylesheet has put them into the margin.
  const notes = [...text.querySelectorAll(":scope > .footnote:last-child > ol > li")];
  const placeNotes = () => {
    if (getComputedStyle(notes[0].closest(".footnote")).position !== "absolute") return;
    const tops = notes.map((note) => {
      const link = text.querySelector(`a[href="#${CSS.escape(note.id)}"]`);
      return link ? link.getBoundingClientRect().top : 0;
    });
    notes.forEach((note) => note.style.removeProperty("--beside"));
    const places = notes.map((note) => note.getBoundingClientRect());
    let free = -Infinity;
    notes.forEach((note, number) => {
      const top = Math.min(Math.max(tops[number], free), places[number].top);
      note.style.setProperty("--beside", `${top - places[number].top}px`);
      free = top + places[number].height + 8;
    });
  };
  if (notes.length) new ResizeObserver(placeNotes).observe(text);

  // The contents mark the section that is being read, and the browser remembers it for the next visit.
  const entries = new Map([...document.querySelectorAll(".contents a")].map((link) => [decodeURIComponent(link.hash.slice(1)), link]));
  if (!entries.size) return;
  const headings = [...entries.keys()].map((id) => document.getElementById(id)).filter(Boolean);
  const place = `read:${location.pathname}`;
  const remembered = recall();

  function recall() {
    try {
      return localStorage.getItem(place);
    } catch {
      return null;
    }
  }

  const remember = (heading) => {
    try {
      const isBetween = heading && heading !== headings[0] && heading !== headings.at(-1);
      isBetween ? localStorage.setItem(place, heading.id) : localStorage.removeItem(place);
    } catch {
      // Storage may be switched off.
    }
  };

  const mark = () => {
    const present = headings.filter((heading) => heading.getBoundingClientRect().top < innerHeight / 3).at(-1);
    for (const [id, link] of entries) {
      if (id === present?.id) link.setAttribute("aria-current", "location");
      else link.removeAttribute("aria-current");
    }
    if (scrollY > 0) remember(present);
  };
  const watch = new IntersectionObserver(mark, { rootMargin: "0px 0px -66% 0px" });
  headings.forEach((heading) => watch.observe(heading));

  // An offer, never a jump.
  const offerToGoOn = (link) => {
    const offer = make("p", { className: "resume" });
    const on = make("a", { href: link.hash, textContent: `Go on at “${link.textContent}”` });
    const away = make("button", { type: "button", textContent: "Close" });
    offer.append(on, away);
    offer.addEventListener("click", () => offer.remove());
    document.querySelector(".piece").append(offer);
  };
  if (entries.has(remembered) && !location.hash && scrollY === 0) offerToGoOn(entries.get(remembered));
})();
