#!/usr/bin/python3
"""Opens a page of `hashlab report` in headless Chromium and uses it as a reader would.

    report_browser.py PAGE.html NUMBERS.csv [--screenshots FOLDER]

NUMBERS.csv is what `hashlab table --long --format csv` prints of the same (first) data set. The
page is to hold about 1,000 cells. Exit status 0: all is well; 1: a check failed; 77: there is no
Chromium, chromedriver or Selenium here.
"""

import base64
import csv
import json
import os
import shutil
import statistics
import sys
import tempfile
import time

MOST_BYTES = 5_000_000
MOST_MILLISECONDS = 1000


def skip(why):
    print(why)
    sys.exit(77)


try:
    from selenium import webdriver
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.chrome.service import Service
except ImportError:
    skip("no Selenium (python3-selenium)")
CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
if not CHROMIUM or not DRIVER:
    skip("no Chromium (chromium, chromium-driver)")


def check(condition, what):
    if not condition:
        raise AssertionError(what)
    print(f"ok  {what}")


def start(downloads):
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    arguments = ["--headless=new", "--disable-gpu", "--window-size=1400,1000",
                 "--disable-dev-shm-usage"]
    for argument in arguments + (["--no-sandbox"] if os.geteuid() == 0 else []):
        options.add_argument(argument)
    options.add_experimental_option("prefs", {"download.default_directory": downloads})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(service=Service(DRIVER), options=options)


class Page:
    def __init__(self, driver, path):
        self.driver = driver
        self.address = "file://" + os.path.abspath(path)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def wait(self, script, what):
        for _ in range(100):
            if self.run(script):
                return
            time.sleep(0.05)
        raise AssertionError(f"waited in vain: {what}")

    def open(self):
        """Milliseconds until the page answers."""
        self.driver.get(self.address)
        self.wait("return document.documentElement.dataset.ready !== undefined", "page is ready")
        return float(self.run("return document.documentElement.dataset.ready"))

    def draw(self, key):
        """Brings a chart into sight."""
        self.run("document.querySelector(`[data-figure='${arguments[0]}']`).scrollIntoView()", key)
        self.wait(f"return !document.querySelector(`[data-figure='{key}']`).hashlabFigure.dirty",
                  f"{key} drawn")

    def points(self, key, data="points"):
        """The records that a chart shows, from Vega itself."""
        self.draw(key)
        return self.run(
            "return document.querySelector(`[data-figure='${arguments[0]}']`).hashlabFigure.view"
            ".data(arguments[1]).map((p) => ({method: p.method, score: p.score, R: p.R, x: p.x,"
            " y: p.y, low: p.low, high: p.high}))", key, data)

    def drawn(self, key, mark):
        """How many shapes of a mark a chart has, such as one line a method."""
        self.draw(key)
        return len(self.all(f"[data-figure='{key}'] svg .mark-{mark} path,"
                            f"[data-figure='{key}'] svg .mark-{mark} line"))

    def tick(self, value):
        """Changes one box of the filters."""
        self.find(f"#filters input[value='{value}']").click()


def check_speed(page, path):
    size = os.path.getsize(path)
    check(size <= MOST_BYTES, f"{size / 1e6:.2f} MB, at most {MOST_BYTES / 1e6:.0f}")
    times = [page.open() for _ in range(3)]
    check(min(times) < MOST_MILLISECONDS,
          f"answers after {', '.join(f'{t:.0f}' for t in times)} ms, at most {MOST_MILLISECONDS}")


def check_values(page, rows):
    """Points of charts against the program's own CSV."""
    metric = page.run("return document.querySelector(\"[data-filter='Metric']\").value")
    values = {}
    for row in rows:
        if row["metric"] == metric:
            group = (row["split"], row["hasher"], int(row["bits"]))
            values.setdefault(group, []).append(float(row["value"]))
    split = rows[0]["split"]
    points = page.points(f"bits-{split}")
    check(len(points) > 20, f"the chart of {split} against bits has {len(points)} points")
    for point in points:
        mean = statistics.fmean(values[split, point["method"], point["x"]])
        if abs(mean - point["y"]) > 1e-9:
            raise AssertionError(f"{point} plots another mean than the CSV's {mean}")
        if not point["low"] <= point["y"] <= point["high"]:
            raise AssertionError(f"{point} lies outside of its interval")
    print(f"ok  {len(points)} points are the means of the CSV, within their intervals")
    label = page.find(f"[data-figure='bits-{split}'] svg [aria-label*='{points[0]['method']}']")
    check(f"{points[0]['y']:.4f}" in label.get_attribute("aria-label"), "a point tells its value")
    return metric


def check_warnings(page, gathering):
    """What AUPRC leaves out of one hasher, and that its codes collapse, is marked and said."""
    marked = page.run("return [...document.querySelectorAll('#scores tr')].filter((row) =>"
                      " row.textContent.includes('†')).map((row) => row.querySelector('th').title"
                      " || row.querySelector('th').textContent)")
    check(marked and all(gathering in name for name in marked), f"† marks {gathering}: {marked}")
    said = [item.text for item in page.all(".warnings li")]
    check(len(said) == 2 and said[0].startswith("†: auprc omits") and gathering in said[1],
          f"warnings: {said}")


def show_everything(page):
    next(b for b in page.all("#filters button") if b.text == "Show everything").click()


def check_filters(page, rows):
    split, hasher = rows[0]["split"], rows[0]["hasher"]
    bits = int(rows[0]["bits"])
    key = f"bits-{split}"
    before = page.points(key)
    page.find(f"#filters input[value='{hasher}']").click()
    after = page.points(key)
    check({p["method"] for p in before} - {p["method"] for p in after} == {hasher},
          f"without {hasher} the chart has {len(after)} points instead of {len(before)}")
    check(all(p["method"] != hasher for p in page.points(f"pr-{bits}-{split}")),
          "the curves follow")
    page.find(f"#filters input[value='{split}']").click()
    check(not page.all(f"[data-figure='{key}']"), f"without the split {split} its charts are gone")
    metric = page.find("[data-filter='Metric']")
    metric.send_keys(Keys.ARROW_DOWN)
    other = page.run("return [...document.querySelectorAll('#scores figcaption')]"
                     ".map((c) => c.textContent)")
    check(other and all(metric.get_attribute("value") in text for text in other),
          "another metric, by keyboard")
    show_everything(page)
    page.find("[data-filter='Metric']").send_keys(Keys.ARROW_UP)
    check(len(page.points(key)) == len(before), "everything is shown again")


def check_hits(page, rows):
    split, bits = rows[0]["split"], rows[0]["bits"]
    points = page.points(f"hit-{bits}-{split}")
    methods = {row["hasher"] for row in rows}
    check({p["method"] for p in points} == methods, f"a curve of hits for {len(methods)} methods")
    check(page.drawn(f"hit-{bits}-{split}", "line") == len(methods), "each is one line")
    for method in methods:
        curve = [p["y"] for p in points if p["method"] == method]
        if curve != sorted(curve) or not 0 < curve[0] <= curve[-1] <= 1:
            raise AssertionError(f"hits of {method} do not rise to at most 1: {curve}")
    print("ok  hits rise with the number of ranks")


def check_sorting(page):
    """Sorts the table of scores by its second column, with the keyboard alone."""
    table = "#scores > div > .table"
    button = page.all(f"{table} thead button")[1]
    page.run("arguments[0].focus()", button)
    read = ("return [...document.querySelectorAll('#scores > div > .table tbody tr')]"
            ".map((row) => parseFloat(row.children[1].textContent))")
    for key, direction in ((Keys.ENTER, "descending"), (Keys.SPACE, "ascending")):
        button.send_keys(key)
        numbers = page.run(read)
        check(page.all(f"{table} thead th")[1].get_attribute("aria-sort") == direction,
              f"aria-sort {direction}")
        check(numbers == sorted(numbers, reverse=direction == "descending"),
              f"{len(numbers)} rows {direction}")


def check_theme(page, key):
    page.draw(key)
    look = ("const text = document.querySelector(`[data-figure='${arguments[0]}'] svg text`);"
            "return [getComputedStyle(document.body).backgroundColor, text.getAttribute('fill')]")
    before = page.run(look, key)
    page.find("#theme").send_keys(Keys.ENTER)
    page.draw(key)
    after = page.run(look, key)
    check(before[0] != after[0] and before[1] != after[1], f"dark: {before} becomes {after}")
    check(page.find("#theme").get_attribute("aria-pressed") == "true", "the switch says so")
    page.find("#theme").send_keys(Keys.ENTER)
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia",
                                {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
    page.open()
    page.draw(key)
    check(page.run(look, key)[0] == after[0], "a dark system has a dark page")
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    page.open()


def check_accessibility(page):
    for role in ("main", "nav", "aside", "header", "footer"):
        check(page.all(role), f"landmark {role}")
    for control in page.all("button, select, input, summary, a"):
        if not control.is_displayed() or control.accessible_name:
            continue
        # What is far out of sight is not laid out, and the driver knows no name of it.
        page.run("arguments[0].scrollIntoView()", control)
        time.sleep(0.1)
        if not control.accessible_name:
            raise AssertionError(f"no accessible name: {control.get_attribute('outerHTML')[:200]}")
    print("ok  every control has an accessible name")
    nameless = page.run("return [...document.querySelectorAll('figure .plot')]"
                        ".filter((plot) => plot.firstChild && !plot.getAttribute('aria-label'))"
                        ".length")
    check(nameless == 0, "every chart drawn has an accessible name")
    check(page.run("return [...document.querySelectorAll('figure')].every((f) =>"
                   "f.querySelector('figcaption').textContent &&"
                   "f.querySelector('details summary'))"),
          "every chart has a caption and its numbers as a table")
    check(page.run("return [...document.querySelectorAll('th')].every((h) => h.scope)"),
          "headings have a scope")
    page.run("document.activeElement.blur(); window.scrollTo(0, 0)")
    ActionChains(page.driver).send_keys(Keys.TAB).perform()
    check("Skip" in page.run("return document.activeElement.textContent"),
          "the first tab stop skips to the results")
    ActionChains(page.driver).send_keys(Keys.ENTER).perform()
    check(page.run("return document.activeElement.id") == "content", "and does")


def check_hover(page, key):
    page.draw(key)
    symbol = page.find(f"[data-figure='{key}'] svg .mark-symbol path[aria-label]")
    page.run("arguments[0].scrollIntoView({block: 'center'})", symbol)
    ActionChains(page.driver).move_to_element(symbol).perform()
    page.wait("return !document.getElementById('tooltip').hidden", "tooltip")
    text = page.find("#tooltip").text
    check(any(c.isdigit() for c in text), f"the pointer reads '{text}'")


def check_details(page, key):
    page.draw(key)
    page.find(f"[data-figure='{key}'] summary").send_keys(Keys.ENTER)
    page.wait(f"return document.querySelectorAll(`[data-figure='{key}'] tbody tr`).length > 0",
              "numbers of a chart")
    check(True, "a chart opens its numbers as a table")


def check_download(page, downloads, rows):
    page.find("#save-csv").click()
    path = os.path.join(downloads, "hashlab.csv")
    for _ in range(100):
        if os.path.exists(path):
            break
        time.sleep(0.05)
    def key(row):
        return (row["split"], row["hasher"], row["bits"], row["run"], row["metric"])
    with open(path, encoding="utf-8", newline="") as file:
        saved = {key(r): float(r["value"]) for r in csv.DictReader(file)
                 if r["dataset"] == rows[0]["dataset"]}
    check(saved == {key(r): float(r["value"]) for r in rows},
          f"the CSV to download has all {len(rows)} numbers")


def check_export(page, downloads, key):
    """A chart as three kinds of files."""
    page.draw(key)
    for kind, begins in (("svg", b"<svg"), ("png", b"\x89PNG"), ("csv", b"method,")):
        page.find(f"[data-figure='{key}'] [data-save='{kind}']").send_keys(Keys.ENTER)
        saved = []
        for _ in range(200):
            saved = [name for name in os.listdir(downloads) if name.endswith("." + kind)
                     and name != "hashlab.csv"]
            if saved:
                break
            time.sleep(0.05)
        check(len(saved) == 1, f"the chart is saved as {kind}: {saved}")
        with open(os.path.join(downloads, saved[0]), "rb") as file:
            check(file.read().startswith(begins), f"{saved[0]} is one")


def check_address(page, rows):
    """The address keeps the filters, and gives the same view in another window."""
    look = "return [...document.querySelectorAll('#scores table')].map(t => t.textContent).join()"
    before = page.run(look)
    page.tick(rows[0]["hasher"])
    without = page.run(look)
    page.find("[data-filter='Metric']").send_keys(Keys.ARROW_DOWN)
    address = page.driver.current_url
    shown = page.run(look)
    page.driver.get("about:blank")
    page.driver.get(address)
    page.wait("return document.documentElement.dataset.ready !== undefined", "shared page")
    check(page.run(look) == shown and len({before, without, shown}) == 3,
          f"the address keeps the filters: {address[-60:]}")
    page.run("document.querySelector(\"nav a[href='#audit']\").click()")
    page.wait("return location.hash.includes('audit') && location.hash.includes('metric')",
              "a link to a section keeps the filters")
    page.open()


def check_answer(page):
    lead = page.find(".lead").text
    check(lead.startswith("Which method has the highest") and "is best" in lead,
          f"the first sentence names the best method: {lead[:90]}")
    names = page.find("#names").text
    check("Gong" in names and "quantis" in names.lower(), "names have meanings and papers")


def check_print(page):
    pdf = base64.b64decode(page.driver.print_page())
    check(pdf.startswith(b"%PDF") and pdf.count(b"/Type /Page") > 3,
          f"prints: {len(pdf) / 1e6:.1f} MB of PDF")
    missing = page.run("return [...document.querySelectorAll('figure')]"
                       ".filter((f) => !f.querySelector('svg')).length")
    check(missing == 0, "with every chart")
    return pdf


def check_quiet(driver, address):
    severe = [entry for entry in driver.get_log("browser") if entry["level"] == "SEVERE"]
    check(not severe, f"no error on the console {severe}")
    loaded = set()
    for entry in driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            loaded.add(message["params"]["request"]["url"].split("#")[0])
    check(address in loaded, "what is fetched is written down")
    foreign = {url for url in loaded if url != address and not url.startswith(("data:", "blob:"))}
    check(not foreign, f"nothing is fetched {foreign}")


def near(a, b):
    return abs(a - b) < 1e-4  # five digits are in the page


def check_reranking(page):
    """Of two methods, R = 10 and 100, three runs: see report_browser_test.cpp."""
    key, plain = "rerank-map-cosine-R-16-improved", "shortlist-16-improved"
    points = page.points(key)
    check(sorted({p["method"] for p in points}) == ["itq+sbq", "lsh+sbq"] and len(points) == 6,
          "re-ranked: two methods, each alone and at two R")
    check(page.drawn(key, "line") == 2, "two lines")
    for R, mean in ((10, 0.07), (100, 0.52)):
        found = [p for p in points if p["R"] == R]
        check(all(p["x"] == R and near(p["y"], mean) and near(p["low"], mean - 0.01)
                  and near(p["high"], mean + 0.01) for p in found), f"mean and band at R = {R}")
    check(all(p["x"] == 1 for p in points if p["R"] is None), "codes alone are at R = 1")
    [level] = page.points(key, "ceilings")
    check(level["method"] == "cosine" and near(level["y"], 0.82), "and cosine is the ceiling")
    after = page.points("rerank-map-cosine-seconds-16-improved")
    check(near(after[0]["x"], 0.02 / 1000) and near(after[1]["x"], 10 / 1000),
          "seconds are those of a query")
    recall = page.points(plain)
    check(len(recall) == 4 and all(near(p["y"], p["x"] / 200 + 0.02) for p in recall),
          "recall of the shortlist at two R of two methods")
    page.tick("cosine")
    check(not page.points(key, "ceilings"), "without cosine there is no ceiling")
    page.tick("lsh+sbq")
    check({p["method"] for p in page.points(key)} == {"itq+sbq"} and page.drawn(key, "line") == 1,
          "without lsh+sbq one line is left")
    page.tick("32")
    left = [f.get_attribute("data-figure") for f in page.all("[data-figure^='rerank-']")]
    check(left and not [name for name in left if "-32-" in name],
          "without 32 bits their charts are gone")


def check_gaps(page):
    key = "gap-16-improved"
    points = page.points(key)
    check(len(points) == 6 and len({p["method"] for p in points}) == 3,
          "gaps of two methods and a reference, two scores each")
    for point in points:
        mean = 0.12 if point["score"] == "hit@1" else 0.06
        if not near(point["x"], mean) or not point["low"] < mean < point["high"]:
            raise AssertionError(f"a gap that is not as recorded: {point}")
    print("ok  each at its mean, within its interval")
    table = page.find("[aria-label='Half widths of grouped recall over labels']").text
    check("0.6073" in table and "0.2000" in table and "hit@1" not in table,
          "half widths over labels of grouped recall, in a table")
    page.tick("lsh+sbq")
    check({p["method"] for p in page.points(key)} == {"itq+sbq", "cosine"},
          "filters act on gaps")
    page.tick("improved")
    check(not page.all(f"[data-figure='{key}']"), "without the split its gaps are gone")


def check_new_sections(page):
    """The third data set has re-ranking and gaps, the first has not."""
    absent = "return ['reranking', 'gaps'].map((id) => document.getElementById(id).hidden)"
    check(page.run(absent) == [True, True], "sections that have nothing to show are absent")
    check(not [a for a in page.all("nav a") if a.text in ("Re-ranking", "Generalisation gap")],
          "as are their lines in the contents")
    for _ in range(2):
        page.find("[data-filter='Data set']").send_keys(Keys.ARROW_DOWN)
    check(page.run(absent) == [False, False], "another data set has something")
    check_reranking(page)
    show_everything(page)
    check_gaps(page)
    show_everything(page)
    for _ in range(2):
        page.find("[data-filter='Data set']").send_keys(Keys.ARROW_UP)
    check(page.run(absent) == [True, True], "and they are absent again")


def check_datasets(page):
    """Another data set, whose name would be a script if it were taken for markup."""
    page.find("[data-filter='Data set']").send_keys(Keys.ARROW_DOWN)
    text = page.find(".conditions").text
    check("</script><script>" in text, f"a hostile name stays text: {text.splitlines()[1]!r}")
    check(page.run("return window.hostile") is None, "and nothing of it runs")
    page.find("[data-filter='Data set']").send_keys(Keys.ARROW_UP)


def main(arguments):
    path, numbers = arguments[:2]
    with open(numbers, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    downloads = tempfile.mkdtemp()
    driver = start(downloads)
    page = Page(driver, path)
    try:
        check_speed(page, path)
        check_values(page, rows)
        check_warnings(page, "sklsh+sbq")
        check_filters(page, rows)
        check_hits(page, rows)
        check_sorting(page)
        check_theme(page, f"bits-{rows[0]['split']}")
        check_accessibility(page)
        check_hover(page, f"bits-{rows[0]['split']}")
        check_details(page, f"slope-{rows[0]['bits']}")
        check_download(page, downloads, rows)
        check_export(page, downloads, f"bits-{rows[0]['split']}")
        check_answer(page)
        check_address(page, rows)
        check_datasets(page)
        check_new_sections(page)
        check_print(page)
        check_quiet(driver, page.address)
    except AssertionError as failure:
        print(f"FAILED: {failure}")
        return 1
    finally:
        driver.quit()
        shutil.rmtree(downloads, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
