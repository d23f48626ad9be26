for (const head of document.querySelectorAll("th")) {
  head.title = "sort";
  head.addEventListener("click", () => {
    const table = head.closest("table"), body = table.tBodies[0], column = head.cellIndex;
    const up = head.getAttribute("aria-sort") !== "ascending";
    for (const other of table.querySelectorAll("th")) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const units = { k: 1e3, M: 1e6, G: 1e9 };
    const key = (row) => {
      const text = row.cells[column].textContent.trim();
      const number = /^([+−-]?[\d.]+)\s*([kMG]?)$/.exec(text);
      return number ? parseFloat(number[1].replace("−", "-")) * (units[number[2]] || 1) : text;
    };
    const compare = (a, b) => {
      const x = key(a), y = key(b);
      if (typeof x === "number" && typeof y === "number") return x - y;
      if (typeof x === typeof y) return x < y ? -1 : x > y ? 1 : 0;
      return typeof x === "number" ? -1 : 1;
    };
    const rows = [...body.rows].sort((a, b) => (up ? 1 : -1) * compare(a, b));
    body.append(...rows);
  });
}
