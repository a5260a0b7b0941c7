"""Where things lie on this machine: settings in one folder of the person's, log and collections in another."""

import os
from pathlib import Path

import platformdirs


def config_folder() -> Path:
    """Where a person's settings lie: `SLEUTH_CONFIG`, else the user's folder for such files."""
    return Path(os.environ.get("SLEUTH_CONFIG") or platformdirs.user_config_path("sleuth"))


def data_folder() -> Path:
    """Where the log and the collections live."""
    return Path(os.environ.get("SLEUTH_DATA") or platformdirs.user_data_path("sleuth"))


def log_path(chosen: str | None = None) -> Path:
    """The SQLite log: the one given, else `SLEUTH_LOG`, else the one in the data folder."""
    return Path(chosen or os.environ.get("SLEUTH_LOG") or data_folder() / "sleuth.db")


def web_cache_path() -> Path:
    """The SQLite file that keeps pages of the web and what engines answered."""
    return data_folder() / "web.db"


def settings_file() -> Path:
    """The person's own `sleuth.toml`."""
    return config_folder() / "sleuth.toml"
