"""Go and the capture game on small boards, solved exactly."""
