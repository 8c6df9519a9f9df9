"""Try a deployment from outside, through its public URL: `tapescope check-deploy`."""
