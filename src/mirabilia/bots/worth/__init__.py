"""What cards and stages are worth to a city, as ``greedy`` sees it: a module for each subject."""
