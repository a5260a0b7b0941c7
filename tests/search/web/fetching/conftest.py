import pytest
from stub_sites import stub_sites


@pytest.fixture
def sites():
    with stub_sites() as served:
        yield served


@pytest.fixture
def fetch(sites, tmp_path):
    """Fetch over the local web without its manners, which have tests of their own."""
    return lambda url, **web: sites.fetch(tmp_path, **{"robots": False, **web})(url)
