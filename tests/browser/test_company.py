"""Other people at the table: a draft seen while it is made, words, and a spectator."""

from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.table import MY_TURN, Person, create_room, mouse
from tilerummy.rules import rulebook


def test_others_see_a_draft_while_it_is_made_and_read_what_is_said(new_page: NewPage) -> None:
    anna, ben = new_page(), new_page()
    code = create_room(anna, "jumbo", bots=0, seats=2, live=True)
    for page in (anna, ben):
        page.goto(f"/room/{code}")
    ben.get_by_role("button", name="Sit here").click()
    ben.get_by_role("button", name="I’m ready").click()
    anna.get_by_role("button", name="Deal the tiles").click()
    anna.locator(".rack [data-tile]").first.wait_for()
    ben.locator(".rack [data-tile]").first.wait_for()
    while not anna.locator(MY_TURN).count() and not ben.locator(MY_TURN).count():
        anna.wait_for_timeout(50)
    mover, other = (anna, ben) if anna.locator(MY_TURN).count() else (ben, anna)
    waiting = other.locator(".rack [data-tile]").first
    waiting.click()
    person = Person(mover, rulebook("jumbo"), mouse(mover))
    person.put(str(mover.locator(".rack [data-tile]").first.get_attribute("id")))
    kind = person.table()[0][0]
    expect(other.locator(f'.felt [data-kind="{kind}"]')).to_be_visible()
    expect(waiting).to_have_attribute("aria-pressed", "true")
    mover.get_by_role("button", name="Undo").click()
    expect(other.locator(".felt [data-tile]")).to_have_count(0)
    mover.get_by_role("button", name="Chat").click()
    mover.get_by_label("Say something").fill("<b>good luck</b>")
    mover.get_by_role("button", name="Send").click()
    expect(other.locator(".bubble")).to_have_text("<b>good luck</b>")


def test_a_spectator_sees_the_table_and_no_rack(new_page: NewPage) -> None:
    anna, guest = new_page(), new_page()
    code = create_room(anna, "jumbo")
    anna.goto(f"/room/{code}")
    anna.locator(MY_TURN).wait_for()
    guest.goto(f"/room/{code}")
    expect(guest.get_by_text("You are watching")).to_be_visible()
    expect(guest.locator(".rack")).to_have_count(0)
    expect(anna.get_by_role("img", name="1 watching")).to_be_visible()


def test_words_are_a_bubble_on_a_phone_held_sideways_too(new_page: NewPage) -> None:
    anna = new_page(viewport={"width": 844, "height": 390}, has_touch=True, is_mobile=True)
    ben = new_page()
    code = create_room(anna, "jumbo", bots=0, seats=2)
    for page in (anna, ben):
        page.goto(f"/room/{code}")
    ben.get_by_role("button", name="Sit here").click()
    ben.get_by_role("button", name="I’m ready").click()
    anna.get_by_role("button", name="Deal the tiles").click()
    anna.locator(".rack [data-tile]").first.wait_for()
    ben.locator(".rack [data-tile]").first.wait_for()
    ben.get_by_role("button", name="Chat").first.click()
    ben.get_by_role("button", name="Well played!").click()
    bubble = anna.locator(".bubble").bounding_box()
    assert bubble is not None
    assert bubble["height"] < 60
    assert bubble["width"] < 200


def test_a_long_word_is_broken_where_it_is_shown(new_page: NewPage) -> None:
    anna = new_page(viewport={"width": 1280, "height": 800})
    anna.goto(f"/room/{create_room(anna, 'jumbo')}")
    anna.locator(MY_TURN).wait_for()
    if not anna.get_by_label("Say something").count():
        anna.get_by_role("button", name="Chat").click()
    anna.get_by_label("Say something").fill("Ω" * 200)
    anna.get_by_role("button", name="Send").click()
    bubble, felt = anna.locator(".mine").bounding_box(), anna.locator(".felt").bounding_box()
    assert bubble is not None
    assert felt is not None
    assert felt["x"] <= bubble["x"]
    assert bubble["x"] + bubble["width"] <= felt["x"] + felt["width"]
    said = anna.get_by_role("listitem").filter(has_text="ΩΩΩ").locator("..")
    assert said.evaluate("list => list.scrollWidth <= list.clientWidth")
