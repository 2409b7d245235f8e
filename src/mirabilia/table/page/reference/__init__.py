"""What one looks up, the same for everybody: what is printed, the chains, the rules."""
