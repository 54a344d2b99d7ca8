print("rewind")
