"""What each subcommand of ``mirabilia`` does, a module each; ``cli.py`` reads their options."""
