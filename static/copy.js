// A button beside each block of code, where the browser lets a page copy.
if (navigator.clipboard) {
  const status = document.getElementById("said");

  const addButton = (code) => {
    const sample = Object.assign(document.createElement("div"), { className: "sample" });
    const button = Object.assign(document.createElement("button"), { className: "copy", type: "button", ariaLabel: "Copy code" });
    const say = (words) => (button.textContent = words);
    button.addEventListener("click", async () => {
      say(await navigator.clipboard.writeText(code.textContent).then(() => "Copied", () => "Not copied"));
      status.textContent = "";
      setTimeout(() => (status.textContent = button.textContent), 50);
      setTimeout(say, 2000, "Copy");
    });
    say("Copy");
    code.replaceWith(sample);
    sample.append(code, button);
  };
  document.querySelectorAll(".piece pre").forEach(addButton);
}
