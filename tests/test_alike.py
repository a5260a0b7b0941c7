"""Values that mean the same are found among many, as holding each against each would find them."""

from hypothesis import given
from hypothesis import strategies as st

from sleuth import values
from sleuth.alike import alike

WORDS = (
    "Bogotá", "Bogotá, D.C.", "1950", "3 May 1950", "May 1950", "1951", "about 5 km", "5 km", "5,100 m", "5", "5.0",
    "German", "Germany", "", "…", "12 ft", "366 cm", "1 m", "60 cm", "1,950", "over 1900", "-3", "keeper 4",
    "keeper 14", "the keeper", "北京", "北", "U.S.", "United States of America",
)  # fmt: skip
SPOKEN = st.sampled_from(WORDS)
MANY = st.lists(SPOKEN | st.builds("{} {}".format, SPOKEN, SPOKEN), max_size=16)


@given(MANY)
def test_they_are_those_that_each_held_against_each_gives(many):
    assert alike(many) == tuple(
        tuple(j for j, b in enumerate(many) if i == j or values.same(a, b)) for i, a in enumerate(many)
    )


def test_of_a_thousand_values_few_pairs_are_held_against_each_other(monkeypatch):
    held = []
    monkeypatch.setattr("sleuth.alike.same", lambda a, b: held.append((a, b)) or values.same(a, b))
    assert len(alike([f"keeper {n} of Norholm" for n in range(1000)])) == 1000
    assert len(held) < 1000
